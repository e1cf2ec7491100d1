// Package projectfile reads the files of a project into the values of package transform and writes them back.
//
// Reading does not stop at the first error. Read parses all files of a folder, several at once. It returns a project
// with everything that it could parse, and all findings: code, file, line, column, message, hint. The result does not
// depend on the order of the files. Each kind of file can also be read alone, so that an edited file can be added to a
// loaded project without reading the rest.
//
// Writing merges a value into the document that it came from. It sets only what differs, so that unknown keys,
// comments, and the difference between an absent key and its default are preserved. The text of a SQL node is
// authoritative and is written unchanged. Format converts a file to canonical form.
//
// A kind of file is a table of keys with a read and a write function for each. One table serves both directions, so
// that everything that is read is also written back.
//
// The checks here need one file only, or a SQL node and its type. The compiler makes those that need the whole project,
// such as unknown and duplicate names.
package projectfile
