package postgres

import (
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// counts parses the server's command tag, such as "INSERT 0 5" and "MERGE 3".
func (a *answer) counts() engine.Counts {
	words := strings.Fields(a.tag)
	if len(words) < 2 {
		return engine.Counts{}
	}
	n, err := strconv.ParseInt(words[len(words)-1], 10, 64)
	if err != nil {
		return engine.Counts{}
	}
	switch words[0] {
	case "INSERT", "COPY":
		return engine.Counts{Inserted: n}
	case "UPDATE", "MERGE":
		return engine.Counts{Updated: n}
	case "DELETE":
		return engine.Counts{Deleted: n}
	case "SELECT":
		// CREATE TABLE AS has the same tag as a query that returns its rows.
		if !a.isQuery {
			return engine.Counts{Inserted: n}
		}
	}
	return engine.Counts{}
}
