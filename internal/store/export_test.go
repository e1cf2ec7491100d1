package store

// CandidatesQuery opens the query that looks for runs to claim to the tests beside it.
func (db *DB) CandidatesQuery() string { return db.dialect.candidates() }
