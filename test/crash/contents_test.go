package crash_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// rowsPerTable is how many rows a table is filled with: so many that work on a table takes a moment.
const rowsPerTable = 20_000

// weigh reads the rows of all tables that are what is on record.
func (i *inventory) weigh(ctx context.Context) error {
	for id, state := range i.states {
		if state.Kind != difference.Table || state.IsDropped || i.disagreement(state) != "" {
			continue
		}
		found, err := i.weighTable(ctx, state)
		if err != nil {
			return fmt.Errorf("%s: %w", state.Object, err)
		}
		i.contents[id] = found
	}
	return nil
}

func (i *inventory) weighTable(ctx context.Context, state difference.State) (contents, error) {
	quote := i.fixture.dialect.Quote
	number := func(name string) string { return "CAST(" + quote(name) + " AS BIGINT)" }
	rowKey := number(columnName(state, key))
	fields := []string{"count(*)"}
	columns := []transform.ColumnID{""}
	for _, c := range state.Columns {
		if isOwn(c.ID) || c.Name == state.Key {
			columns = append(columns, c.ID)
			fields = append(fields, fmt.Sprintf("concat(count(%[1]s), '/', count(DISTINCT %[1]s), '/', sum(%[2]s), '/', sum(%[2]s * %[3]s))",
				quote(c.Name), number(c.Name), rowKey))
		}
	}
	rows, err := i.window.ask(ctx, "SELECT "+strings.Join(fields, ", ")+" FROM "+i.tableOf(state))
	if err != nil {
		return nil, err
	}
	found := contents{}
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

func (i *inventory) tableOf(state difference.State) string {
	return i.fixture.dialect.Qualify(state.Schema.Database, state.Schema.Name, state.Object)
}

// lost says what of the rows of tables that were tables before is not there any more, except of nodes whose tables were
// given up on purpose.
func (i *inventory) lost(before *inventory, givenUp map[string]bool) []string {
	var lost []string
	for id, had := range before.contents {
		state, still := i.states[id]
		if !still || state.Kind != difference.Table || givenUp[string(id)] {
			continue
		}
		has := i.contents[id]
		for column, digest := range had {
			if now, kept := has[column]; kept && now != digest || column == "" && !kept {
				lost = append(lost, fmt.Sprintf("column %q of %s (%s) was %s and is %s", column, state.Object, id, digest, now))
			}
		}
	}
	return lost
}

// fill fills the tables that are empty, and adds a row to those that number theirs: a key that is given twice would show.
func (i *inventory) fill(ctx context.Context) error {
	session, err := i.window.opened.Session(ctx, engine.Label{WorkID: "filler"})
	if err != nil {
		return err
	}
	defer session.Close() //nolint:errcheck // what matters is what its statements say
	for id, state := range i.states {
		rows, isTable := i.contents[id]
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
	return i.weigh(ctx)
}

// fillTable gives every column other values; all types of the test can hold them.
func (i *inventory) fillTable(state difference.State) string {
	var names, values []string
	for position, c := range state.Columns {
		if isOwn(c.ID) {
			names = append(names, i.fixture.dialect.Quote(c.Name))
			values = append(values, fmt.Sprintf("CAST(n.i * %d + %d AS %s)", position%5+1, position, c.Type))
		}
	}
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s",
		i.tableOf(state), strings.Join(names, ", "), strings.Join(values, ", "), fmt.Sprintf(i.fixture.words.numbers, rowsPerTable))
}

// repeatedKeys are the surrogate keys that some rows share.
func (i *inventory) repeatedKeys() []string {
	var repeated []string
	for id, rows := range i.contents {
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
