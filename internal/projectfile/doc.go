// Package projectfile reads the files of a project into the words of package transform and writes them back.
//
// Reading never stops at the first fault. Read goes through every file of a folder, several at once, and gives a project
// with all that could be understood, together with everything that is wrong in it: code, file, line, column, message,
// hint. The result does not depend on the order in which the files came. Each kind of file can also be read alone, so
// that an edited file is put into a loaded project without reading the rest.
//
// Writing lays a value over the document that it came from: only what differs is set, so keys that this program does not
// know, comments, and the difference between an absent key and its default survive. The text of a SQL node is the truth
// about it; it is written as it is. Format brings a file into the one form that this program writes.
//
// A kind of file is a table: its keys, and for each how it is read and how it is written. One table serves both ways, so
// that nothing is read that would not be written back.
//
// The checks here are those that need one file, or a SQL node and its type. What needs the whole project, such as names
// that mean nothing or that mean two things, is left to those who have it.
package projectfile
