// Package yamldoc is YAML as a tree with places: a fast reader, and the one way in which this program writes YAML.
//
// Two readers give the same tree. The plain one, written here, knows the block YAML that project files are made of and
// gives up on anything else: anchors, tags, filled flow collections, texts over several lines, tabs. Then the library
// reads the document. What the plain reader answers, the library would have answered too; tests hold the two against
// each other.
//
// Scalars keep their text. Whether 0123 is a number or an id is for the reader of the value to say: Type tells what the
// core schema of YAML 1.2 makes of it. Of a key that stands twice in a mapping the last counts, and the document says
// so. Aliases are written out, up to a limit.
//
// The writer has one form for each value: block style, two spaces, keys in the order of their bytes, texts of several
// lines as literal blocks. Comments stay with the entry that they stand above or beside. Where a document holds
// something that writing would lose, Document.Unkept says what; it is for the caller to leave such a file alone.
//
// The package knows nothing of projects.
package yamldoc
