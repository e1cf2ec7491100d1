package review

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/progress"
)

// Options select what is shown, and how.
type Options struct {
	SQL bool // also show every statement
	// Paint colors a text; nil for no colors.
	Paint func(style progress.Style, text string) string
}

// printer writes a plan.
type printer struct {
	Options

	out strings.Builder
}

// Text returns the plan for a reviewer.
func Text(plan *api.Plan, o Options) string {
	p := printer{Options: o}
	p.heading(plan)
	p.scope(plan.Scope)
	p.issues(plan.Issues.Stop, progress.Bad, "error blocks this plan", "errors block this plan")
	p.issues(plan.Issues.Warn, progress.Careful, "warning", "warnings")
	p.drift(plan.PresyncDetails.Drift)
	p.destructions(plan)
	p.counts(plan)
	for _, e := range edits(plan) {
		p.edit(e)
	}
	return p.out.String()
}

// Destructions lists what a plan deletes, a line each; empty if it deletes nothing.
func Destructions(plan *api.Plan, o Options) string {
	p := printer{Options: o}
	p.destructions(plan)
	return p.out.String()
}

// IsEmpty reports whether deploying the plan would change nothing. A plan without changes of nodes may still change
// jobs and subgraphs, if it is of another version of the project.
func IsEmpty(plan *api.Plan) bool {
	return !changesNodes(plan) && value(plan.EnvironmentState.DeployedCommit) == plan.GitInfo.Oid
}

func changesNodes(plan *api.Plan) bool {
	c := plan.Counts
	return c.Added+c.Altered+c.Deleted+c.Metadata+c.Rebuilt > 0 || len(plan.NodeChangeSummaries) > 0
}

func (p *printer) paint(style progress.Style, text string) string {
	if p.Paint == nil || text == "" {
		return text
	}
	return p.Paint(style, text)
}

func (p *printer) linef(format string, args ...any) {
	_, _ = fmt.Fprintf(&p.out, format+"\n", args...)
}

func (p *printer) heading(plan *api.Plan) {
	p.linef("Plan %s for environment %s (%s)", plan.ID, progress.Clean(plan.TargetEnvironment.Name), plan.TargetEnvironment.ID)
	from := "  from"
	if oid := progress.Clean(plan.GitInfo.Oid); oid != "" {
		from += " " + oid
	}
	if message := progress.Clean(plan.GitInfo.Commit.Message); message != "" {
		from += " " + strconv.Quote(message)
	}
	if from != "  from" {
		p.linef("%s", from)
	}
	state := "  against version " + strconv.FormatInt(plan.EnvironmentState.Version, 10)
	if commit := value(plan.EnvironmentState.DeployedCommit); commit != "" {
		state += ", which is " + progress.Clean(commit)
	}
	p.linef("%s", p.paint(progress.Faint, state))
	if plan.Status != "" && plan.Status != "open" {
		p.linef("  %s", p.paint(progress.Careful, "this plan is "+progress.Clean(plan.Status)))
	}
}

func (p *printer) drift(found []api.PlanDrift) {
	if len(found) == 0 {
		return
	}
	p.linef("\n%s", p.paint(progress.Careful, count(len(found), "object differs", "objects differ")+" from the last deployment:"))
	for _, d := range found {
		name := progress.Clean(d.Object)
		if node := value(d.Node); node != "" {
			name += " (" + progress.Clean(node) + ")"
		}
		p.linef("  %s %s: %s", p.paint(progress.Careful, "!"), name, progress.Clean(d.Message))
	}
}

func (p *printer) counts(plan *api.Plan) {
	c := plan.Counts
	var parts []string
	add := func(style progress.Style, n int, what string) {
		if n > 0 {
			parts = append(parts, p.paint(style, strconv.Itoa(n)+" to "+what))
		}
	}
	add(progress.Good, c.Added, "add")
	add(progress.Careful, c.Altered, "alter")
	add(progress.Bad, c.Deleted, "delete")
	add(progress.Careful, c.Rebuilt, "rebuild")
	if c.Metadata > 0 {
		parts = append(parts, strconv.Itoa(c.Metadata)+" metadata only")
	}
	if len(parts) == 0 {
		parts = append(parts, "No node changes")
		if !IsEmpty(plan) && len(plan.Issues.Stop) == 0 {
			parts = append(parts, "but jobs, subgraphs and the recorded version may")
		}
	}
	p.linef("\n%s; %d unchanged.", strings.Join(parts, ", "), c.Unchanged)
}

// value returns the value of an optional field, or zero.
func value[T any](field *T) T {
	if field == nil {
		var zero T
		return zero
	}
	return *field
}

// count returns a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
