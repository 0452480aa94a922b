// A folder that clew fills with files, such as a test suite.
//
// The folder may hold other files. Which ones clew made is in a list there, FOLDER_LIST, with a digest of each: a file
// is clew's if its name and its contents are in the list. When the folder is opened again, these files are removed; a
// file that is there and is not clew's, or not any more, is never written over and never removed. Symbolic links in
// the folder are not followed. A line goes to the list before its file is written, so that a run which is cut off
// leaves nothing that the next one does not know.
#ifndef CLEW_BASE_FILE_FOLDER_H
#define CLEW_BASE_FILE_FOLDER_H
#include "base/error.h"
#include "base/table/option.h"
#include "base/text/text.h"

#define FOLDER_LIST ".clew-files"

struct folder {
  const char *path; // NULL: none is written
  struct vec_word own; // names of the files that this run has written; owned
};

// Makes the folder if it is not there, and removes what an earlier run made in it. `option` is for messages.
bool folder_open(struct folder *folder, const char *option, const char *path, struct error *error);
void folder_release(struct folder *folder);
// A folder inside of it, by its name.
bool folder_make(struct folder *folder, const char *name, struct error *error);
// Writes a file, which is not there or was written by this run; `name` is relative to the folder.
bool folder_write(struct folder *folder, const char *name, const struct text *text, struct error *error);
// The same, with a callback that writes: `write` gets the name of the file.
bool folder_write_by(struct folder *folder, const char *name,
                     bool (*write)(void *context, const char *file, struct error *error), void *context,
                     struct error *error);
// Removes a file that this run has written.
void folder_remove(struct folder *folder, const char *name);
// Removes what a write that was cut off has left beside its file. Neither heap nor locks are used.
void folder_remove_unfinished(const struct folder *folder);
// The folder is open. Checks that none of its other files, and of those in the folder `inside`, is called `prefix`, a
// number and an extension: such a file would be taken for one of clew's.
bool folder_keep_out(const struct folder *folder, const char *inside, const char *prefix, struct error *error);
// Is it a folder that an earlier run filled?
bool folder_has_list(const char *path);
// Would opening the folder remove this file?
bool folder_has(const char *path, const char *file);

#endif
