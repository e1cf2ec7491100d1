// Package ddl reads the statements that create, alter, fill and drop tables and views, as far as a deploy plan needs it.
// Templates and people write these statements, for every engine, so any text may come in.
//
//	ReadCreate        the name, the columns and the rest of CREATE TABLE or CREATE VIEW
//	IsDestructive     whether a statement deletes rows, columns or an object
//	InsertsRows       whether a statement puts rows into a table
//	WithoutReplace    a CREATE statement that fails where an object of the name exists
//	ReadProperties    the comments, policies and options that statements set for an object
//	Convert           what happens to values that get another type
//
// What it promises: every function is total. A statement that it does not understand has no effect that the function reports.
// Comments, line breaks and upper or lower case do not change a result.
//
// What it does not do: it executes nothing, knows no catalog, and does not see what a function or procedure does.
package ddl
