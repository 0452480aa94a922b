// The files of the page as text, embedded at build time (cmake/page.c.in). html_page says where the others go:
// @@TITLE@@, @@STYLE@@, @@DATA@@, @@SCRIPT@@. html_script is base.js and the others.
#ifndef CLEW_REPORT_HTML_PAGE_H
#define CLEW_REPORT_HTML_PAGE_H

extern const char html_page[], html_style[], html_script[];

#endif
