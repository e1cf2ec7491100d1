package execute

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/staging"
)

// workNames are the qualified names of the tables of one attempt of a node.
type workNames struct {
	rows string // the staged rows, or the changed copy of the table
	load string // the work table of the node's templates
	view string // the table with the staged rows
}

// workDay is the format of the day in the name of a work table.
const workDay = "20060102"

// newWorkNames returns names that are unique for owner, node, epoch and attempt. A statement of an earlier attempt that is still
// running writes to other tables. The name starts with the day and the run, so that leftovers can be found by it.
func (t *stagedAttempt) newWorkNames() workNames {
	day, run, node := t.Now().UTC().Format(workDay), hashText(t.Label.WorkID), hashText(string(t.node.ID))
	base := fmt.Sprintf("w%s_%s_%d_%s_%d", day, run, t.Label.Epoch, node, t.result.Attempt)
	database := cmp.Or(t.node.Schema.Database, t.Engine.DefaultDatabase())
	qualified := func(suffix string) string { return t.Engine.Dialect().Qualify(database, ledgerSchema, base+suffix) }
	return workNames{rows: qualified("_rows"), load: qualified("_load"), view: qualified("_view")}
}

func hashText(text string) string {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(text))
	return strconv.FormatUint(hash.Sum64(), 36)
}

// dropWork drops the tables of the attempt. What is left is dropped when the run ends.
func (t *stagedAttempt) dropWork(ctx context.Context) {
	d := t.Engine.Dialect()
	var drops []string
	if t.hasView {
		drops = append(drops, d.DropView(t.work.view))
	}
	if t.hasWork {
		drops = append(drops, d.DropTable(t.work.rows))
	}
	if t.usesLoad() {
		drops = append(drops, d.DropTable(t.work.load))
	}
	cleaning, done := cleanupContext(ctx, rollbackLimit)
	defer done()
	for _, drop := range drops {
		if _, err := t.session.Exec(cleaning, drop); err != nil {
			t.Logger.Debug("work table not dropped", "run", t.Label.WorkID, "error", err.Error())
			return
		}
	}
}

func (t *stagedAttempt) usesLoad() bool {
	for i := range t.result.Queries {
		if at := t.result.Queries[i].Stage; at < len(t.form.Roles) && t.form.Roles[at] == staging.Work && t.result.Queries[i].SQL != "" {
			return true
		}
	}
	return false
}

// workTable is what the name of a work table tells.
type workTable struct {
	day   time.Time
	run   string // the hash of the work id
	epoch int64
}

func readWorkName(name string) (workTable, bool) {
	parts := strings.Split(name, "_")
	if len(parts) != 6 || !strings.HasPrefix(parts[0], "w") {
		return workTable{}, false
	}
	day, badDay := time.Parse(workDay, parts[0][1:])
	epoch, badEpoch := strconv.ParseInt(parts[2], 10, 64)
	return workTable{day, parts[1], epoch}, badDay == nil && badEpoch == nil
}

// sweepEarlierOwners drops the work tables of earlier owners of the run. Nothing depends on it.
func (s *statementPublisher) sweepEarlierOwners(ctx context.Context, databases []string) {
	run := hashText(s.Label.WorkID)
	err := sweepWorkTables(ctx, s.Engine, s.Label, databases, func(t workTable) bool { return t.run == run && t.epoch < s.Label.Epoch })
	if err != nil {
		s.Logger.Debug("work tables of earlier owners not dropped", "run", s.Label.WorkID, "error", err.Error())
	}
}

// sweepWorkTables drops the work tables that a condition selects.
func sweepWorkTables(ctx context.Context, in engine.Engine, label engine.Label, databases []string, isLeft func(workTable) bool) error {
	schemas := make([]engine.Schema, len(databases))
	for i, database := range databases {
		schemas[i] = engine.Schema{Database: database, Name: ledgerSchema}
	}
	catalog, err := in.Catalog(ctx, schemas...)
	if err != nil {
		return err
	}
	var drops []string
	for schema, relations := range catalog {
		for i := range relations {
			if table, ok := readWorkName(relations[i].Name); !ok || !isLeft(table) {
				continue
			}
			qualified := in.Dialect().Qualify(cmp.Or(schema.Database, in.DefaultDatabase()), schema.Name, relations[i].Name)
			drop := in.Dialect().DropTable(qualified)
			if relations[i].IsView {
				drop = in.Dialect().DropView(qualified)
			}
			drops = append(drops, drop)
		}
	}
	if len(drops) == 0 {
		return nil
	}
	session, err := in.Session(ctx, label)
	if err != nil {
		return err
	}
	var problems []error
	for _, drop := range drops {
		_, err := session.Exec(ctx, drop)
		problems = append(problems, err)
	}
	return errors.Join(append(problems, session.Close())...)
}

// cleanWorkTables drops what is left of runs that have ended, and of runs that nobody ended ledgerDays ago. It deletes marks as old
// as that, if one of the runs had several owners.
func cleanWorkTables(ctx context.Context, in engine.Engine, ended []EndedRun) error {
	var databases []string
	runs := map[string]bool{}
	hasMarks := false
	for _, run := range ended {
		p := &statementPublisher{execution: newExecution(Request{Plan: run.Plan, Engine: in}, nil)}
		for _, database := range p.databasesOf(p.publishing(positions(run.Plan))) {
			if !slices.Contains(databases, database) {
				databases = append(databases, database)
			}
		}
		runs[hashText(run.Label.WorkID)] = true
		hasMarks = hasMarks || run.Label.Epoch > 1
	}
	if len(databases) == 0 {
		return nil
	}
	oldest := time.Now().AddDate(0, 0, -ledgerDays)
	err := sweepWorkTables(ctx, in, ended[0].Label, databases, func(t workTable) bool { return runs[t.run] || t.day.Before(oldest) })
	if err != nil || !hasMarks {
		return err
	}
	return cleanMarks(ctx, in, ended[0].Label, databases)
}
