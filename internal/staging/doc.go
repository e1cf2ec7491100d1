// Package staging decides how the statements of a node are sent to an engine whose transactions do not surround several
// statements. Such an engine publishes a node by one statement. All other statements, and the tests, work on other tables, which
// readers do not know.
//
//	plan.Node ─▶ Analyze ─▶ Form: a kind for the node, a role for each stage
//
//	kind     the node                                 the publishing statement
//	Replace  empties its table and fills it           replaces the table by the staged rows
//	Append   only inserts, by one statement           a MERGE that adds the staged rows
//	Merge    only merges, by one statement            the same MERGE, with a guard
//	Copy     changes existing rows in another way     replaces the table by a changed copy
//	Direct   changes definitions, or other tables     none: each statement takes effect by itself
//
// It reads the text of statements. A statement belongs to the table of its node if it names the table with its schema.
// Statements that it does not understand are never changed; they run as they are, at least once (see AtLeastOnce).
//
// It sends nothing and knows no connection.
package staging
