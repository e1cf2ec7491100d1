// Package portability knows what the SQL of a project loses on another engine: functions, words, operators and types that one
// engine has and another does not, with the form that does the same there.
//
//	Check(text, kind) ─▶ what the engine does not have, with the line of the text and what to write instead
//
// It reads only what a person wrote. What the library of node types writes comes from package dialect, in the form of the engine.
// The package knows DuckDB, DuckLake, PostgreSQL, Trino and Snowflake, and finds nothing for other kinds. A function that is missing
// in its table is assumed to be the same everywhere.
//
// Tests run every form on the real engines and compare the results.
package portability
