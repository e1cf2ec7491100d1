package crash_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// rowsPerTable is the number of rows of a table, large enough that a statement takes some time.
const rowsPerTable = 20_000

// digestTables reads the rows of all tables that match their record.
func (i *environmentState) digestTables(ctx context.Context) error {
	for id, state := range i.states {
		if state.Kind != difference.Table || state.IsDropped || i.mismatch(state) != "" {
			continue
		}
		found, err := i.digestTable(ctx, state)
		if err != nil {
			return fmt.Errorf("%s: %w", state.Object, err)
		}
		i.digests[id] = found
	}
	return nil
}

func (i *environmentState) digestTable(ctx context.Context, state difference.State) (tableDigest, error) {
	quote := i.fixture.dialect.Quote
	number := func(name string) string { return "CAST(" + quote(name) + " AS BIGINT)" }
	rowKey := number(columnName(state, key))
	fields := []string{"count(*)"}
	columns := []transform.ColumnID{""}
	for _, c := range state.Columns {
		if isDataColumn(c.ID) || c.Name == state.Key {
			columns = append(columns, c.ID)
			fields = append(fields, fmt.Sprintf("concat(count(%[1]s), '/', count(DISTINCT %[1]s), '/', sum(%[2]s), '/', sum(%[2]s * %[3]s))",
				quote(c.Name), number(c.Name), rowKey))
		}
	}
	rows, err := i.data.query(ctx, "SELECT "+strings.Join(fields, ", ")+" FROM "+i.tableOf(state))
	if err != nil {
		return nil, err
	}
	found := tableDigest{}
	for position, id := range columns {
		found[id] = fmt.Sprint(rows[0][position])
	}
	return found, nil
}

func columnName(state difference.State, id transform.ColumnID) string {
	for _, c := range state.Columns {
		if c.ID == id {
			return c.Name
		}
	}
	return string(id)
}

func (i *environmentState) tableOf(state difference.State) string {
	return i.fixture.dialect.Qualify(state.Schema.Database, state.Schema.Name, state.Object)
}

// lostRows describes what is missing from tables that existed before, except for tables that the plan drops.
func (i *environmentState) lostRows(before *environmentState, dropped map[string]bool) []string {
	var lost []string
	for id, had := range before.digests {
		state, still := i.states[id]
		if !still || state.Kind != difference.Table || dropped[string(id)] {
			continue
		}
		has := i.digests[id]
		for column, digest := range had {
			if now, kept := has[column]; kept && now != digest || column == "" && !kept {
				lost = append(lost, fmt.Sprintf("column %q of %s (%s) had the digest %s and now has %s", column, state.Object, id, digest, now))
			}
		}
	}
	return lost
}

// fill fills the empty tables. It also adds a row to tables with a surrogate key, so that a repeated key is found.
func (i *environmentState) fill(ctx context.Context) error {
	session, err := i.data.engine.Session(ctx, engine.Label{WorkID: "filler"})
	if err != nil {
		return err
	}
	defer session.Close() //nolint:errcheck // the results of its statements matter
	for id, state := range i.states {
		rows, isTable := i.digests[id]
		switch {
		case isTable && rows[""] == "0":
			_, err = session.Exec(ctx, i.fillTable(state))
		case isTable && state.Key != "":
			name := i.fixture.dialect.Quote(columnName(state, key))
			_, err = session.Exec(ctx, fmt.Sprintf("INSERT INTO %s (%s) SELECT max(CAST(%s AS BIGINT)) + 1 FROM %s",
				i.tableOf(state), name, name, i.tableOf(state)))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", state.Object, err)
		}
	}
	return i.digestTables(ctx)
}

// fillTable returns a statement that gives each column different values, which fit all types of the test.
func (i *environmentState) fillTable(state difference.State) string {
	var names, values []string
	for position, c := range state.Columns {
		if isDataColumn(c.ID) {
			names = append(names, i.fixture.dialect.Quote(c.Name))
			values = append(values, fmt.Sprintf("CAST(n.i * %d + %d AS %s)", position%5+1, position, c.Type))
		}
	}
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s",
		i.tableOf(state), strings.Join(names, ", "), strings.Join(values, ", "), fmt.Sprintf(i.fixture.sql.numbers, rowsPerTable))
}

// repeatedKeys describes the surrogate keys that several rows share.
func (i *environmentState) repeatedKeys() []string {
	var repeated []string
	for id, rows := range i.digests {
		state := i.states[id]
		for _, c := range state.Columns {
			parts := strings.Split(rows[c.ID], "/")
			if c.Name == state.Key && len(parts) > 1 && parts[0] != parts[1] {
				repeated = append(repeated, fmt.Sprintf("%s of %s: %s", c.Name, state.Object, rows[c.ID]))
			}
		}
	}
	return repeated
}
