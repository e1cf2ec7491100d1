package ducklake

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// maxPublications limits what is read about one work; plans are smaller.
const maxPublications = 1 << 20

// control is the part of a lake in the database of its catalog that DuckLake does not know: fences and publications.
type control struct {
	database engine.Engine
	schema   string
}

func newControl(database engine.Engine, schema string) *control { return &control{database, schema} }

func (c *control) close() error { return c.database.Close() }

// table returns the qualified name of a control table.
func (c *control) table(name string) string { return c.database.Dialect().Qualify("", c.schema, name) }

func (c *control) literal(text string) string { return c.database.Dialect().Literal(text) }

// within calls do in a transaction of its own.
func (c *control) within(ctx context.Context, do func(session engine.Session) error) error {
	session, err := c.database.Session(ctx, engine.Label{WorkID: "ducklake-" + rand.Text(), Epoch: 1})
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }() // rolls back what was not committed
	if err := session.Begin(ctx); err != nil {
		return err
	}
	if err := do(session); err != nil {
		return err
	}
	return session.Commit(ctx)
}

// exclusively calls do in a transaction that no other process runs at the same time for the same catalog: DuckLake cannot
// create one lake twice at once.
func (c *control) exclusively(ctx context.Context, do func(session engine.Session) error) error {
	return c.within(ctx, func(session engine.Session) error {
		_, err := session.Query(ctx, "SELECT pg_advisory_xact_lock("+c.hash(c.literal("ducklake "+c.schema))+")::text", 1)
		if err != nil {
			return err
		}
		return do(session)
	})
}

// hash returns the expression that maps a text to a number of 62 bits.
func (c *control) hash(text string) string {
	return "(('x' || substr(md5(" + text + "), 1, 16))::bit(64)::bigint >> 2)"
}

// fence rejects all later commits of older epochs. Two fences of one work wait for each other, so that the range that the
// second one adds begins where the first one ends.
func (c *control) fence(ctx context.Context, label engine.Label) error {
	work := c.hash(c.literal(label.WorkID))
	return c.within(ctx, func(session engine.Session) error {
		if _, err := session.Query(ctx, "SELECT pg_advisory_xact_lock("+work+")::text", 1); err != nil {
			return err
		}
		_, err := session.Exec(ctx, fmt.Sprintf(`INSERT INTO %[1]s (work, epochs, fenced_at)
SELECT int8range(%[2]s, %[2]s, '[]'), int8range(least, %[3]d), now()
FROM (SELECT COALESCE(MAX(upper(epochs)), -1) AS least FROM %[1]s WHERE work = int8range(%[2]s, %[2]s, '[]')) AS known WHERE least < %[3]d`,
			c.table(epochTable), work, label.Epoch))
		return err
	})
}

// publications returns the results of a work by their keys.
func (c *control) publications(ctx context.Context, label engine.Label) (map[string]string, error) {
	found := map[string]string{}
	err := c.within(ctx, func(session engine.Session) error {
		rows, err := session.Query(ctx, fmt.Sprintf("SELECT node, result FROM %s WHERE work = %s",
			c.table(publicationTable), c.literal(label.WorkID)), maxPublications)
		for _, row := range rows.Values {
			key, _ := row[0].(string)
			found[key], _ = row[1].(string)
		}
		return err
	})
	return found, err
}

// find inserts the publication and rolls back: that waits for a transaction that has inserted it and not ended.
func (c *control) find(ctx context.Context, label engine.Label, key string) (result string, isPublished bool, err error) {
	work, node := c.literal(label.WorkID), c.literal(key)
	err = c.within(ctx, func(session engine.Session) error {
		_, err := session.Exec(ctx, fmt.Sprintf("INSERT INTO %s (work, node, epoch, published_at, result) VALUES (%s, %s, -1, now(), '') ON CONFLICT DO NOTHING",
			c.table(publicationTable), work, node))
		if err != nil {
			return err
		}
		rows, err := session.Query(ctx, fmt.Sprintf("SELECT result FROM %s WHERE work = %s AND node = %s AND epoch >= 0",
			c.table(publicationTable), work, node), 1)
		if err != nil || len(rows.Values) == 1 {
			isPublished = err == nil
			if isPublished {
				result, _ = rows.Values[0][0].(string)
			}
			return orRollback(err)
		}
		rows, err = session.Query(ctx, fmt.Sprintf("SELECT 1 FROM %s WHERE work @> %s AND epochs @> %d::bigint",
			c.table(epochTable), c.hash(work), label.Epoch), 1)
		if err == nil && len(rows.Values) == 1 {
			err = engine.ErrFenced
		}
		return orRollback(err)
	})
	if err == errRollback { //nolint:errorlint // it is this value or none
		err = nil
	}
	return result, isPublished, err
}

// errRollback ends a transaction without a commit.
var errRollback = fault.New(fault.Internal, "rolled back")

func orRollback(err error) error {
	if err == nil {
		return errRollback
	}
	return err
}

// forget deletes what is recorded about works.
func (c *control) forget(ctx context.Context, ended []engine.Label, before time.Time) error {
	moment := c.literal(before.UTC().Format(time.RFC3339)) + "::timestamptz"
	conditions := []string{"published_at < " + moment}
	var works []string
	for _, label := range ended {
		if label.Epoch == 1 {
			works = append(works, c.literal(label.WorkID))
		}
	}
	if len(works) > 0 {
		conditions = append(conditions, "work IN ("+strings.Join(works, ", ")+")")
	}
	return c.within(ctx, func(session engine.Session) error {
		_, err := session.Exec(ctx, "DELETE FROM "+c.table(publicationTable)+" WHERE "+strings.Join(conditions, " OR "))
		if err != nil {
			return err
		}
		_, err = session.Exec(ctx, "DELETE FROM "+c.table(epochTable)+" WHERE fenced_at < "+moment)
		return err
	})
}
