package workspace

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// macroFile is the path of the project's macros.
const macroFile = "macros/macro-1.yml"

// Macros are the project's own macros.
type Macros struct {
	Text    string
	Version int64 // 0 if there are none
}

// macros returns the first macro file of the project, which is the one that users edit.
func (v *Revision) macros() transform.Macro {
	for _, m := range v.Compilation.Project.Macros {
		return m
	}
	return transform.Macro{ID: "1", Name: "macro", File: macroFile}
}

func (v *Revision) shownMacros() Macros {
	m := v.macros()
	return Macros{Text: m.Text, Version: v.Version(m.File)}
}

// Macros returns the macros of a workspace.
func (s *Service) Macros(ctx context.Context, organization ids.Organization, id ids.Workspace) (Macros, error) {
	revision, err := s.CurrentRevision(ctx, organization, id)
	if err != nil {
		return Macros{}, err
	}
	return revision.shownMacros(), nil
}

// SetMacros replaces the macros of a workspace.
func (s *Service) SetMacros(ctx context.Context, by account.Actor, id ids.Workspace, text string, seen Version) (Macros, error) {
	revision, err := s.change(ctx, by, id, func(v *Revision) (Edit, error) {
		m := v.macros()
		if err := checkVersion("the text of macros", seen, v.Version(m.File)); err != nil {
			return Edit{}, err
		}
		m.Text = text
		content, err := projectfile.WriteMacro(&m, v.Folder.Files[m.File].Content)
		return Edit{Put: map[string][]byte{m.File: content}}, err
	})
	if err != nil {
		return Macros{}, err
	}
	return revision.shownMacros(), nil
}
