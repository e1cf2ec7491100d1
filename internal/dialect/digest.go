package dialect

// Digest returns a query for one text that identifies the rows of a table, in any order: their count and the sum of
// their hashes, in which no row hides another. It reads the whole table. It is empty if the engine has no such query.
//
// The query names a row by an alias that no column has, because a column of that name would be hashed instead.
func (d *Dialect) Digest(table string) string { return fill(d.digest, "table", table) }
