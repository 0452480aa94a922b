"""Is a file SARIF 2.1.0? The part of the schema that clew uses, written down from the standard (OASIS SARIF 2.1.0, sections 3.13 to 3.58).

Strict: every object may have the properties below and no others, those with a star are required, types and enumerations are as stated, and so are the
rules that the schema cannot say: indices lead somewhere, a level is "none" where the kind is not "fail", base ids are declared.
`python3 tests/sarif.py FILE…` checks files; validate(document) gives a list of complaints.
"""
import json
import re
import sys

TEXT, INT, BOOL, ANY = "text", "int", "bool", "any"
LEVELS = ("none", "note", "warning", "error")

# name -> {property: type}; a type is a word above, a name of an object, ("enum", …), ["list of"], {"map of"}; * marks what is required.
OBJECTS = {
    "sarifLog": {"$schema": "uri", "version*": ("enum", "2.1.0"), "runs*": ["run"], "inlineExternalProperties": [ANY], "properties": "bag"},
    "run": {"tool*": "tool", "invocations": ["invocation"], "results": ["result"], "artifacts": ["artifact"], "originalUriBaseIds": {"artifactLocation"},
            "columnKind": ("enum", "utf16CodeUnits", "unicodeCodePoints"), "language": TEXT, "automationDetails": ANY, "defaultEncoding": TEXT,
            "logicalLocations": ["logicalLocation"], "redactionTokens": [TEXT], "properties": "bag"},
    "tool": {"driver*": "toolComponent", "extensions": ["toolComponent"], "properties": "bag"},
    "toolComponent": {"name*": "word", "fullName": TEXT, "version": TEXT, "semanticVersion": TEXT, "informationUri": "uri", "organization": TEXT,
                      "rules": ["reportingDescriptor"], "notifications": ["reportingDescriptor"], "shortDescription": "multiformat",
                      "fullDescription": "multiformat", "language": TEXT, "guid": TEXT, "properties": "bag"},
    "reportingDescriptor": {"id*": "word", "name": TEXT, "shortDescription": "multiformat", "fullDescription": "multiformat", "help": "multiformat",
                            "helpUri": "uri", "defaultConfiguration": "reportingConfiguration", "messageStrings": {"multiformat"}, "guid": TEXT,
                            "deprecatedIds": [TEXT], "properties": "bag"},
    "reportingConfiguration": {"enabled": BOOL, "level": ("enum",) + LEVELS, "rank": ANY, "parameters": "bag", "properties": "bag"},
    "multiformat": {"text*": TEXT, "markdown": TEXT, "properties": "bag"},
    "message": {"text": TEXT, "markdown": TEXT, "id": TEXT, "arguments": [TEXT], "properties": "bag"},
    "invocation": {"executionSuccessful*": BOOL, "commandLine": TEXT, "arguments": [TEXT], "exitCode": INT, "exitCodeDescription": TEXT,
                   "exitSignalName": TEXT, "exitSignalNumber": INT, "startTimeUtc": TEXT, "endTimeUtc": TEXT, "workingDirectory": "artifactLocation",
                   "toolExecutionNotifications": ["notification"], "toolConfigurationNotifications": ["notification"],
                   "executableLocation": "artifactLocation", "properties": "bag"},
    "notification": {"message*": "message", "level": ("enum",) + LEVELS, "locations": ["location"], "descriptor": ANY, "associatedRule": ANY,
                     "timeUtc": TEXT, "exception": ANY, "threadId": INT, "properties": "bag"},
    "artifact": {"location": "artifactLocation", "length": INT, "mimeType": TEXT, "encoding": TEXT, "sourceLanguage": TEXT, "hashes": {TEXT},
                 "roles": [TEXT], "contents": ANY, "parentIndex": INT, "offset": INT, "description": "message", "properties": "bag"},
    "artifactLocation": {"uri": "uri", "uriBaseId": TEXT, "index": INT, "description": "message", "properties": "bag"},
    "result": {"message*": "message", "ruleId": "word", "ruleIndex": INT, "kind": ("enum", "notApplicable", "pass", "fail", "review", "open", "informational"),
               "level": ("enum",) + LEVELS, "locations": ["location"], "relatedLocations": ["location"], "codeFlows": ["codeFlow"],
               "partialFingerprints": {TEXT}, "fingerprints": {TEXT}, "guid": TEXT, "correlationGuid": TEXT, "occurrenceCount": INT,
               "baselineState": ("enum", "new", "unchanged", "updated", "absent"), "rank": ANY, "suppressions": [ANY], "fixes": [ANY], "graphs": [ANY],
               "stacks": [ANY], "attachments": [ANY], "analysisTarget": "artifactLocation", "hostedViewerUri": "uri", "workItemUris": ["uri"],
               "taxa": [ANY], "provenance": ANY, "rule": ANY, "graphTraversals": [ANY], "webRequest": ANY, "webResponse": ANY, "properties": "bag"},
    "location": {"id": INT, "physicalLocation": "physicalLocation", "logicalLocations": ["logicalLocation"], "message": "message",
                 "annotations": ["region"], "relationships": [ANY], "properties": "bag"},
    "physicalLocation": {"artifactLocation": "artifactLocation", "region": "region", "contextRegion": "region", "address": ANY, "properties": "bag"},
    "logicalLocation": {"name": TEXT, "fullyQualifiedName": TEXT, "decoratedName": TEXT, "kind": TEXT, "index": INT, "parentIndex": INT, "properties": "bag"},
    "region": {"startLine": "from 1", "startColumn": "from 1", "endLine": "from 1", "endColumn": "from 1", "charOffset": INT, "charLength": INT,
               "byteOffset": INT, "byteLength": INT, "snippet": "artifactContent", "message": "message", "sourceLanguage": TEXT, "properties": "bag"},
    "artifactContent": {"text": TEXT, "binary": TEXT, "rendered": "multiformat", "properties": "bag"},
    "codeFlow": {"threadFlows*": ["threadFlow"], "message": "message", "properties": "bag"},
    "threadFlow": {"locations*": ["threadFlowLocation"], "id": TEXT, "message": "message", "initialState": {"multiformat"},
                   "immutableState": {"multiformat"}, "properties": "bag"},
    "threadFlowLocation": {"location": "location", "index": INT, "kinds": [TEXT], "nestingLevel": "from 0", "executionOrder": "from 0",
                           "importance": ("enum", "important", "essential", "unimportant"), "state": {"multiformat"}, "module": TEXT,
                           "stack": ANY, "taxa": [ANY], "executionTimeUtc": TEXT, "webRequest": ANY, "webResponse": ANY, "properties": "bag"},
}
URI = re.compile(r"^(?:[A-Za-z][A-Za-z0-9+.-]*:)?[A-Za-z0-9/\-._~%:?#\[\]@!$&'()*+,;=]*$")
NOT_EMPTY = {"runs", "threadFlows"}  # and the locations of a threadFlow


def is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def check_word(kind, value):
    """What is wrong with a value of a simple type; None: nothing."""
    if kind == ANY:
        return None
    if kind == INT and not is_int(value) or kind == BOOL and not isinstance(value, bool):
        return f"is no {kind}"
    if kind.startswith("from ") and (not is_int(value) or value < int(kind[5:])):
        return f"is no integer {kind}"
    if kind in (TEXT, "word", "uri") and not isinstance(value, str):
        return "is no string"
    if kind == "word" and not value:
        return "is empty"
    if kind == "uri" and not URI.match(value):
        return f"is no URI reference: {value!r}"
    if kind == "bag" and not isinstance(value, dict):
        return "is no object"
    return None


def walk(kind, value, where, out):
    if isinstance(kind, tuple):
        if value not in kind[1:]:
            out.append(f"{where}: {value!r} is none of {', '.join(kind[1:])}")
    elif isinstance(kind, list):
        if not isinstance(value, list):
            out.append(f"{where}: is no array")
            return
        for i, item in enumerate(value):
            walk(kind[0], item, f"{where}[{i}]", out)
    elif isinstance(kind, set):
        if not isinstance(value, dict):
            out.append(f"{where}: is no object")
            return
        for key, item in value.items():
            walk(next(iter(kind)), item, f"{where}[{key!r}]", out)
    elif kind in OBJECTS:
        walk_object(kind, value, where, out)
    else:
        wrong = check_word(kind, value)
        if wrong:
            out.append(f"{where}: {wrong}")


def walk_object(kind, value, where, out):
    if not isinstance(value, dict):
        out.append(f"{where}: is no object")
        return
    known = OBJECTS[kind]
    for key in known:
        if key.endswith("*") and key[:-1] not in value:
            out.append(f"{where}: has no {key[:-1]}")
    for key, item in value.items():
        what = known.get(key, known.get(key + "*"))
        if what is None:
            out.append(f"{where}: {kind} has no property {key}")
        else:
            walk(what, item, f"{where}.{key}", out)
            if not item and (key in NOT_EMPTY or (kind, key) == ("threadFlow", "locations")):
                out.append(f"{where}.{key}: is empty")
    if kind == "message" and "text" not in value and "id" not in value:
        out.append(f"{where}: a message has text or id")
    if kind == "location" and not value:
        out.append(f"{where}: says nothing")
    if kind == "artifactLocation" and "uri" not in value and "index" not in value and "originalUriBaseIds" not in where:
        out.append(f"{where}: has neither uri nor index")


def each(value, key, found):
    """All values of this key, however deep."""
    if isinstance(value, dict):
        for name, item in value.items():
            if name == key:
                found.append(item)
            each(item, key, found)
    elif isinstance(value, list):
        for item in value:
            each(item, key, found)
    return found


def check_run(run, where, out):
    """What the schema cannot say."""
    rules = run["tool"]["driver"].get("rules", [])
    ids = [rule.get("id") for rule in rules]
    bases = run.get("originalUriBaseIds", {})
    artifacts = run.get("artifacts", [])
    if len(set(ids)) != len(ids):
        out.append(f"{where}: two rules have the same id")
    for name, base in bases.items():
        if not base.get("uri", "file:///").endswith("/"):
            out.append(f"{where}: the base {name} does not end with a slash")
    for place in each(run.get("results", []), "artifactLocation", []):
        uri, base = place.get("uri", ""), place.get("uriBaseId")
        absolute = re.match(r"^[A-Za-z][A-Za-z0-9+.-]*:", uri)
        if base is not None and base not in bases:
            out.append(f"{where}: the base {base} is not declared")
        if base is not None and (absolute or uri.startswith("/")):
            out.append(f"{where}: {uri} has a base and is not relative")
        index = place.get("index")
        if index is not None and not (0 <= index < len(artifacts) and artifacts[index]["location"].get("uri") == uri):
            out.append(f"{where}: the index of {uri} is that of another artifact")
    for i, result in enumerate(run.get("results", [])):
        at = f"{where}.results[{i}]"
        index = result.get("ruleIndex")
        if index is not None and not (0 <= index < len(ids) and ids[index] == result.get("ruleId")):
            out.append(f"{at}: ruleIndex and ruleId do not agree")
        if result.get("ruleId") not in ids:
            out.append(f"{at}: the rule {result.get('ruleId')} is not declared")
        if result.get("kind", "fail") != "fail" and result.get("level", "none") != "none":
            out.append(f"{at}: kind {result['kind']} has level {result['level']}")


def validate(document):
    out = []
    walk("sarifLog", document, "", out)
    if not out:
        for i, run in enumerate(document["runs"]):
            check_run(run, f"runs[{i}]", out)
    return out


if __name__ == "__main__":
    bad = 0
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            for complaint in validate(json.load(file)):
                print(f"{name}: {complaint}")
                bad += 1
    sys.exit(1 if bad else 0)
