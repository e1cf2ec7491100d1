package simengine

import (
	"maps"
	"regexp"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// The statements of the ledger, as package execute writes them.
var (
	insertPattern = regexp.MustCompile(`^INSERT INTO \S+ \(owner, node, epoch, published_at, result\) (?:VALUES \(|SELECT )` +
		`'((?:[^']|'')*)', '((?:[^']|'')*)', (\d+), CAST\('[^']*' AS TIMESTAMP\), '((?:[^']|'')*)'(?:\)| (WHERE NOT EXISTS) .*)$`)
	selectPattern = regexp.MustCompile(`^SELECT node, result FROM \S+ WHERE owner = '((?:[^']|'')*)'(?: AND node = '((?:[^']|'')*)')?$`)
	deletePattern = regexp.MustCompile(`^DELETE FROM \S+ WHERE published_at < .*?((?: OR owner = '(?:[^']|'')*')*)$`)
	ownerPattern  = regexp.MustCompile(` OR owner = '((?:[^']|'')*)'`)
)

func isLedger(statement string) bool { return strings.Contains(statement, `"_millrace"."published"`) }

// insertion is a row that a statement inserts into the ledger.
type insertion struct {
	key       Key
	row       Row
	isGuarded bool // insert only if no newer owner has a row
}

func insertionOf(statement string) (insertion, bool) {
	if !isLedger(statement) {
		return insertion{}, false
	}
	parts := insertPattern.FindStringSubmatch(statement)
	if parts == nil {
		return insertion{}, false
	}
	epoch, _ := strconv.ParseInt(parts[3], 10, 64)
	return insertion{
		key: Key{unquote(parts[1]), unquote(parts[2])}, row: Row{Epoch: epoch, Result: unquote(parts[4])}, isGuarded: parts[5] != "",
	}, true
}

func unquote(literal string) string { return strings.ReplaceAll(literal, "''", "'") }

func (s *session) execLedger(statement string) (engine.Counts, error) {
	if err := s.usable(); err != nil {
		return engine.Counts{}, err
	}
	if insertion, ok := insertionOf(statement); ok {
		return s.insert(insertion)
	}
	if parts := deletePattern.FindStringSubmatch(statement); parts != nil {
		for _, owner := range ownerPattern.FindAllStringSubmatch(parts[1], -1) {
			maps.DeleteFunc(s.server.ledger, func(key Key, _ Row) bool { return key.Owner == unquote(owner[1]) })
		}
		return engine.Counts{}, nil
	}
	if strings.HasPrefix(statement, "CREATE TABLE IF NOT EXISTS ") {
		return engine.Counts{}, nil
	}
	return engine.Counts{}, fault.New(fault.Invalid, "not a simulated statement: %s", statement)
}

func (s *session) insert(i insertion) (engine.Counts, error) {
	if s.server.Mutations.SkipLedger {
		return engine.Counts{Inserted: 1}, nil
	}
	if i.isGuarded && !s.server.Mutations.SkipEpochCheck && s.server.hasNewer(i) {
		return engine.Counts{}, nil
	}
	if _, isThere := s.server.ledger[i.key]; isThere || s.lockOwner(i.key) != nil {
		return engine.Counts{}, s.fail("FAIL", "the key exists already")
	}
	if s.transaction == nil {
		s.server.ledger[i.key] = i.row
	} else {
		s.transaction.keys[i.key] = i.row
	}
	return engine.Counts{Inserted: 1}, nil
}

// hasNewer reports whether a newer owner has written a row.
func (s *Server) hasNewer(i insertion) bool {
	for key, row := range s.ledger {
		if key.Owner == i.key.Owner && row.Epoch > i.row.Epoch {
			return true
		}
	}
	return false
}

func (s *session) queryLedger(query string, limit int) (engine.Rows, error) {
	parts := selectPattern.FindStringSubmatch(query)
	if parts == nil {
		return engine.Rows{}, fault.New(fault.Invalid, "not a simulated query: %s", query)
	}
	var rows engine.Rows
	for key, row := range s.server.ledger {
		if key.Owner != unquote(parts[1]) || parts[2] != "" && key.Node != unquote(parts[2]) {
			continue
		}
		if rows.More = len(rows.Values) == limit; rows.More {
			break
		}
		rows.Values = append(rows.Values, []any{key.Node, row.Result})
	}
	return rows, nil
}
