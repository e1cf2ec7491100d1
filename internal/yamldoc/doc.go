// Package yamldoc represents YAML as a tree with positions. It has a fast reader, and a writer for canonical YAML.
//
// Two readers return the same tree. The plain reader, implemented here, handles the block YAML of project files and
// rejects anything else: anchors, tags, filled flow collections, texts over several lines, tabs. In that case the
// library parses the document. For what the plain reader accepts, the library returns the same result; tests compare
// the two.
//
// Scalars keep their text. The caller decides whether 0123 is a number or an id: Type returns the type in the core
// schema of YAML 1.2. If a key occurs twice in a mapping, the last one counts, and the document lists the duplicate.
// Aliases are expanded, up to a limit.
//
// The writer has one form for each value: block style, two spaces, keys in the order of their bytes, texts of several
// lines as literal blocks. Comments stay with the entry that they are above or next to. If writing would lose part of a
// document, Document.Unkept names it; the caller should not rewrite such a file.
//
// The package does not know the format of projects.
package yamldoc
