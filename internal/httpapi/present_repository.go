package httpapi

import (
	"unicode/utf8"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/repository"
)

func presentBranch(b repository.Branch) api.Branch {
	return api.Branch{Name: b.Name, Commit: b.Commit, IsDefault: b.IsDefault}
}

func presentCommit(c repository.Commit) api.Commit {
	return api.Commit{
		Oid: c.OID, Message: c.Message, AuthorName: c.Author, AuthorEmail: c.AuthorEmail, CreatedAt: timestamp(c.When), Parents: c.Parents,
	}
}

func presentDiff(d repository.Diff) api.ProjectDiff {
	return api.ProjectDiff{From: optional(d.From), To: optional(d.To), Changes: present(d.Changes, newTextBudget().presentChange)}
}

// textBudget bounds the texts of one response: a new project has thousands of files. A client that needs all of them
// exports the commit.
type textBudget struct{ left int }

func newTextBudget() *textBudget { return &textBudget{left: 8 << 20} }

// text returns a content for JSON, or nil if it is not text or exceeds the budget.
func (b *textBudget) text(content []byte) *string {
	if content == nil || len(content) > b.left || !utf8.Valid(content) {
		return nil
	}
	b.left -= len(content)
	text := string(content)
	return &text
}

func (b *textBudget) presentChange(c repository.Change) api.FileChange {
	shape := api.FileChange{Path: c.Path, Change: c.Change, Kind: optional(c.Kind), Before: b.text(c.Before), After: b.text(c.After)}
	shape.NodeID, shape.Node = nodeOf(c.Part)
	return shape
}

func (b *textBudget) presentConflict(c repository.Conflict) api.Conflict {
	shape := api.Conflict{Path: c.Path, Base: b.text(c.Base), Ours: b.text(c.Ours), Theirs: b.text(c.Theirs)}
	shape.NodeID, shape.Node = nodeOf(c.Part)
	return shape
}

// nodeOf returns the node of a file, or nil for other files.
func nodeOf(p repository.Part) (id, name *string) {
	if !p.IsNode() {
		return nil, nil
	}
	return optional(p.ID), optional(p.Name)
}

// maxFindings bounds the list of findings. The counts include all of them.
const maxFindings = 1000

func presentReport(r repository.Report) api.ImportReport {
	shape := api.ImportReport{Commit: r.Commit, Branch: r.Branch, Workspace: presentWorkspace(r.Workspace), Counts: r.Counts}
	for _, d := range r.Diagnostics {
		if d.Severity == diagnostic.Error {
			shape.Errors++
		} else {
			shape.Warnings++
		}
	}
	shape.Diagnostics = present(r.Diagnostics[:min(maxFindings, len(r.Diagnostics))], func(d diagnostic.Diagnostic) api.Diagnostic {
		return presentDiagnostic(d, "")
	})
	return shape
}
