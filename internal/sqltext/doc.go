// Package sqltext knows SQL as text: tokens, statements, references and annotations, a canonical form, and the structure
// of a SELECT as far as column lineage needs it. It reads DuckDB, PostgreSQL, Snowflake and Trino alike, because a node's
// text is read before anything asks which engine it is for, and it reads text that still has Jinja in it.
//
// What it promises. Every function is total: any bytes give a result or an error with an offset, never a panic, and the
// work grows linearly with the text. Tokens cover the text exactly. Ranges are byte offsets into the text that was given;
// a LineIndex turns them into lines and columns. Results hold slices of the text, not copies.
//
// The five things it does:
//
//   - Tokens and Scanner divide text into tokens; Split divides it into statements, IsReadOnly knows some that change nothing, and
//     LeadingWords tells what a statement that is sent begins with.
//   - Refs finds the calls of ref, ref_link and ref_no_link.
//   - Canonical writes text so that comments and white space no longer matter.
//   - ReadNode reads the text of a SQL node: its annotations, its select list and the rest.
//   - ReadQuery reads the scopes of a query: which relations, which columns, where.
//
// What it does not do. It does not judge whether SQL is valid, knows no catalog and resolves no names. Expressions stay
// text with the column references found in them; there is no tree of operators. Jinja is recognized, not evaluated: a
// select list that Jinja statements put together is reported as opaque, and the caller renders the text and reads again.
//
// One grammar for four dialects has to choose where they disagree; the choices are written beside the code that makes
// them. The ones that can be noticed: a backslash escapes a quote only where the text would not make sense otherwise,
// block comments nest unless that leaves one open, a:b is a path into semi-structured data and not an alias, and x.f() is
// a function in a schema and not a method of a column.
package sqltext
