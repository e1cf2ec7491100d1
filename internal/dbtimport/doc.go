// Package dbtimport converts a dbt project into a Millrace project, for `millrace import dbt`.
//
// It reads files only: it runs neither dbt nor hooks, opens no connection, reads no profile and no environment variable,
// and follows no symbolic link. Sizes and numbers of files are limited.
//
// What says what a node is (config, materialization, schema, tests) is evaluated once and written as annotations. Literal
// ref and source calls become ref('LOCATION', 'NODE'), dispatch is resolved, and all other Jinja stays as it is: the
// functions that it needs are written as macros of the new project. A model that needs more than that, such as a query
// while it is compiled, becomes a node that is not deployed, with its text, and the report says what to do.
//
// The report has an entry for every file: taken, adapted or left, with file and line. Two imports of the same project
// write the same files with the same ids. Import writes a whole project or nothing; an update replaces only files that
// nobody has edited since the last import.
package dbtimport
