package execute

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// embeddedLedger is the ledger of an engine inside this process. No other process uses the engine, and the effect of a
// call is known when it returns. So the ledger needs no key and no marks: reading it before the first node is enough.
// In DuckDB each column, and above all a key, would cost a large part of the time of a small node.
//
// An entry is one text: run, node, time and result, separated by spaces.
type embeddedLedger struct {
	dialect *dialect.Dialect
	table   string
}

func newEmbeddedLedger(d *dialect.Dialect, database string) embeddedLedger {
	return embeddedLedger{dialect: d, table: d.Qualify(database, ledgerSchema, "entries")}
}

func (l embeddedLedger) create() string {
	return fmt.Sprintf("CREATE TABLE IF NOT EXISTS %s (entry %s NOT NULL)", l.table, l.dialect.Type("TEXT"))
}

func (l embeddedLedger) check() string { return "SELECT entry FROM " + l.table + " WHERE 1 = 0" }

func (l embeddedLedger) insert(label engine.Label, result *run.NodeResult) string {
	entry := entryPrefix(label.WorkID, string(result.Node)) + result.EndedAt.UTC().Format(time.RFC3339) + " " + encodePublication(result)
	return fmt.Sprintf("INSERT INTO %s VALUES (%s)", l.table, l.dialect.Literal(entry))
}

// entryPrefix returns the prefix of all entries that start with these parts.
func entryPrefix(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(url.PathEscape(part) + " ")
	}
	return b.String()
}

func (l embeddedLedger) mark(engine.Label, time.Time) string { return "" }

func (l embeddedLedger) find(owner, node string) ledgerQuery {
	return ledgerQuery{l.all(entryPrefix(owner, node)), 1}
}

func (l embeddedLedger) list(owner string, limit int) ledgerQuery {
	return ledgerQuery{l.all(entryPrefix(owner)), limit}
}

func (l embeddedLedger) all(prefix string) string {
	return fmt.Sprintf("SELECT entry FROM %s WHERE starts_with(entry, %s)", l.table, l.dialect.Literal(prefix))
}

func (l embeddedLedger) read(row []any) (node, result string) {
	entry, _ := row[0].(string)
	parts := append(strings.SplitN(entry, " ", 4), "", "", "", "")
	node, err := url.PathUnescape(parts[1])
	if err != nil {
		node = parts[1]
	}
	return node, parts[3]
}

func (l embeddedLedger) clean(labels []engine.Label) (string, error) {
	oldest, err := l.dialect.Shift(l.dialect.Now(), -ledgerDays, "day")
	if err != nil {
		return "", err
	}
	conditions := []string{"TRY_CAST(split_part(entry, ' ', 3) AS TIMESTAMP) < " + oldest}
	for _, label := range labels {
		conditions = append(conditions, "starts_with(entry, "+l.dialect.Literal(entryPrefix(label.WorkID))+")")
	}
	return fmt.Sprintf("DELETE FROM %s WHERE %s", l.table, strings.Join(conditions, " OR ")), nil
}
