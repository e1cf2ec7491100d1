package ducklake

import (
	"context"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// The control tables and the trigger function. The name of the function has a version, because an older server may still
// use the older one.
const (
	publicationTable = "millrace_publication"
	epochTable       = "millrace_epoch"
	triggerFunction  = "millrace_check_commit_1"
	snapshotTable    = "ducklake_snapshot_changes"
)

// install creates the control tables and the trigger if they are missing. It reads first, so that a user who may not create
// tables can use a lake that another one has set up.
func (c *control) install(ctx context.Context, session engine.Session) error {
	rows, err := session.Query(ctx, "SELECT 1 FROM pg_catalog.pg_trigger WHERE tgrelid = to_regclass("+
		c.literal(c.table(snapshotTable))+") AND tgname = '"+triggerFunction+"' AND tgenabled <> 'D'", 1)
	if err != nil || len(rows.Values) == 1 {
		return err
	}
	for _, statement := range c.statements() {
		if _, err := session.Exec(ctx, statement); err != nil {
			return fault.Wrap(err, fault.Unavailable, "cannot set up the catalog of the lake: %s", fault.From(err).Message).
				WithHint("The user of the catalog must own its tables when Millrace opens the lake for the first time. Schema: %s.", c.schema)
		}
	}
	return nil
}

// statements create the control tables and the trigger.
//
// Rows of the epoch table are ranges: of a work (one hash) and of its epochs. A fence inserts the epochs that it ends. A
// commit inserts its own epoch and deletes it again: the exclusion constraint rejects it if the epoch was fenced, and makes a
// fence wait until the transaction has ended. Unlike a query, a constraint sees rows that were committed after the
// transaction began.
func (c *control) statements() []string {
	fill := strings.NewReplacer(
		"{publications}", c.table(publicationTable), "{epochs}", c.table(epochTable), "{function}", c.table(triggerFunction),
		"{snapshots}", c.table(snapshotTable), "{trigger}", triggerFunction, "{hash}", c.hash("info ->> 'work'"),
		"{fenced}", duckdb.FencedCommit, "{published}", duckdb.PublishedCommit,
	)
	var statements []string
	for _, template := range []string{createPublications, createEpochs, createFunction, createTrigger} {
		statements = append(statements, fill.Replace(template))
	}
	return statements
}

const (
	createPublications = `CREATE TABLE IF NOT EXISTS {publications} (
  work text NOT NULL, node text NOT NULL, epoch bigint NOT NULL, published_at timestamptz NOT NULL, result text NOT NULL,
  PRIMARY KEY (work, node))`

	createEpochs = `CREATE TABLE IF NOT EXISTS {epochs} (
  work int8range NOT NULL, epochs int8range NOT NULL, fenced_at timestamptz NOT NULL,
  EXCLUDE USING gist (work WITH &&, epochs WITH &&))`

	createTrigger = `CREATE TRIGGER {trigger} BEFORE INSERT ON {snapshots} FOR EACH ROW EXECUTE FUNCTION {function}()`

	createFunction = `CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $body$
DECLARE
  info jsonb;
  work int8range;
  epoch bigint;
  place tid;
BEGIN
  IF NEW.commit_extra_info IS NULL OR left(NEW.commit_extra_info, 12) <> '{"millrace":' THEN
    RETURN NEW;
  END IF;
  info := NEW.commit_extra_info::jsonb -> 'millrace';
  work := int8range({hash}, {hash}, '[]');
  epoch := (info ->> 'epoch')::bigint;
  PERFORM pg_advisory_xact_lock({hash}); -- one at a time, so that two never wait for each other below
  BEGIN
    INSERT INTO {epochs} VALUES (work, int8range(epoch, epoch, '[]'), now()) RETURNING ctid INTO place;
  EXCEPTION WHEN exclusion_violation THEN
    RAISE EXCEPTION '{fenced}';
  END;
  DELETE FROM {epochs} WHERE ctid = place;
  IF info ? 'node' THEN
    BEGIN
      INSERT INTO {publications} VALUES (info ->> 'work', info ->> 'node', epoch, now(), COALESCE(info ->> 'result', ''));
    EXCEPTION WHEN unique_violation THEN
      RAISE EXCEPTION '{published}';
    END;
    NEW.commit_extra_info := jsonb_build_object('millrace', info - 'result')::text;
  END IF;
  RETURN NEW;
END
$body$`
)
