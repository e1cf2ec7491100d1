// Package sqltext parses SQL as text: tokens, statements, references and annotations, a canonical form, and the
// structure of a SELECT as far as column lineage needs it. It reads the SQL of DuckDB, PostgreSQL, Snowflake and Trino
// with one grammar, because a node's text is parsed before its engine is known. The text may contain Jinja.
//
// Guarantees. Every function is total: any bytes return a result or an error with an offset, never a panic, and the
// work is linear in the length of the text. Tokens cover the text exactly. Ranges are byte offsets into the argument; a
// LineIndex converts them to lines and columns. Results contain slices of the text, not copies.
//
// The functions:
//
//   - Tokens and Scanner split a text into tokens; Split splits it into statements. IsReadOnly recognizes some statements
//     that change nothing, and LeadingWords returns the first words of a statement.
//   - Refs finds the calls of ref, ref_link and ref_no_link.
//   - Canonical formats a text so that comments and white space no longer matter.
//   - ReadNode parses the text of a SQL node: its annotations, its select list and the rest.
//   - ReadQuery parses the scopes of a query: its relations and columns.
//
// The package does not check whether SQL is valid, has no catalog and resolves no names. Expressions stay text with the
// column references in them; there is no tree of operators. Jinja is recognized, not evaluated: a select list that
// Jinja statements produce is reported as opaque, and the caller renders the text and parses it again.
//
// One grammar for four dialects has to choose where they differ; comments next to the code explain the choices. The
// visible ones: a backslash escapes a quote only where the text would not make sense otherwise, block comments nest
// unless that leaves one open, a:b is a path into semi-structured data and not an alias, and x.f() is a function in a
// schema and not a method of a column.
package sqltext
