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

// embeddedLedger is for an engine inside our process, which nobody else works on: no other owner has to be kept out, and
// what a call has done is known when it returns. So it needs no key and no marks: to read it before the first node is enough.
// In DuckDB each further column and above all a key would take a good part of the time that a tiny node takes at all.
//
// An entry is one text: owner, node, moment and result, with spaces between them.
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

func (l embeddedLedger) look() string { return "SELECT entry FROM " + l.table + " WHERE 1 = 0" }

func (l embeddedLedger) insert(label engine.Label, result *run.NodeResult) string {
	entry := beginning(label.WorkID, string(result.Node)) + result.EndedAt.UTC().Format(time.RFC3339) + " " + encodePublication(result)
	return fmt.Sprintf("INSERT INTO %s VALUES (%s)", l.table, l.dialect.Literal(entry))
}

// beginning is what entries begin with that have these first parts.
func beginning(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(url.PathEscape(part) + " ")
	}
	return b.String()
}

func (l embeddedLedger) mark(engine.Label, time.Time) string { return "" }

func (l embeddedLedger) find(owner, node string) ledgerQuery {
	return ledgerQuery{l.all(beginning(owner, node)), 1}
}

func (l embeddedLedger) list(owner string, most int) ledgerQuery {
	return ledgerQuery{l.all(beginning(owner)), most}
}

func (l embeddedLedger) all(beginning string) string {
	return fmt.Sprintf("SELECT entry FROM %s WHERE starts_with(entry, %s)", l.table, l.dialect.Literal(beginning))
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

func (l embeddedLedger) forget(label engine.Label) (string, error) {
	oldest, err := l.dialect.Shift(l.dialect.Now(), -ledgerDays, "day")
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("DELETE FROM %s WHERE starts_with(entry, %s) OR TRY_CAST(split_part(entry, ' ', 3) AS TIMESTAMP) < %s",
		l.table, l.dialect.Literal(beginning(label.WorkID)), oldest), nil
}
