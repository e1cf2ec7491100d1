package dialect

// Digest is a query for one text that is the same for the same rows, in whatever order they lie, and another for others: how
// many there are, and the sum of their hashes, in which no row hides another. It reads the whole table. It is empty where the
// engine has no words for it.
//
// A row is named by an alias that no column is called: a column of that name would be hashed in its place.
func (d *Dialect) Digest(table string) string { return fill(d.digest, "table", table) }
