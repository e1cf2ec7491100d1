package cli

import (
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compilecache"
	"github.com/millrace/millrace/internal/compiler"
)

// registerCache adds the flag of commands that use the cache in the project's folder.
func (f *projectFlags) registerCache(command *cobra.Command) {
	command.Flags().BoolVar(&f.noCache, "no-cache", false, "neither read nor write the cache in .millrace/cache")
}

// reading is a way to read the outline of a project.
type reading func(compilecache.Store, compiler.Options) *compiler.Outline

// store returns the cache in a project's folder.
func (p Program) store(f *projectFlags, folder string) compilecache.Store {
	build, isKnown := compilecache.BuildOf(p.Version)
	return compilecache.Store{Project: folder, Build: build, MinNodes: compilecache.DefaultMinNodes, IsOff: f.noCache || !isKnown}
}

// outline reads the outline of the project in a folder that findProject returned.
func (p Program) outline(command *cobra.Command, f *projectFlags, folder string, read reading) (*compiler.Outline, error) {
	o, err := f.options(command.Context())
	if err != nil {
		return nil, err
	}
	outline, err := until(command.Context(), func() *compiler.Outline { return read(p.store(f, folder), o) })
	if err != nil {
		return nil, err
	}
	return outline, checkWorkspace(outline.Diagnostics, outline.Workspaces)
}

// compileSelected compiles the project in a folder that findProject returned. Only the selected nodes have their SQL.
func (p Program) compileSelected(command *cobra.Command, f *projectFlags, folder string, s compiler.Selection) (*compiler.Compilation, error) {
	o, err := f.options(command.Context())
	if err != nil {
		return nil, err
	}
	compiled, err := until(command.Context(), func() *compiler.Compilation { return p.store(f, folder).CompileSelected(o, s) })
	if err != nil {
		return nil, err
	}
	return compiled, checkWorkspace(compiled.Diagnostics, compiled.Project.Workspaces)
}

// openOutline finds the project and reads its outline. It prints only the number of errors; validate shows them in full.
func (p Program) openOutline(command *cobra.Command, f *projectFlags, named string, read reading) (*compiler.Outline, error) {
	folder, err := findProject(named)
	if err != nil {
		return nil, err
	}
	outline, err := p.outline(command, f, folder, read)
	if err != nil {
		return nil, err
	}
	p.noteErrors(outline.Diagnostics)
	return outline, nil
}
