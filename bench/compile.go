package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/millrace/millrace/internal/localrun"
	"github.com/millrace/millrace/internal/projectgen"
)

// shape is a kind of generated project.
type shape struct {
	name    string
	options func(seed uint64, nodes int) projectgen.Options
}

func shapes() []shape {
	return []shape{{"half YAML half SQL", projectgen.Typical}, {"all SQL with 12 columns", projectgen.AllSQL}}
}

// compile measures `millrace validate`, which loads a project, renders both templates of every node and follows every
// column, in a separate process: without a cache, and after one file was edited.
func (b *bench) compile() error {
	for _, s := range shapes() {
		if err := b.compileShape(s); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) compileShape(s shape) (err error) {
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	small, err := writeProject(filepath.Join(folder, "small"), s.options(1, b.small()))
	if err != nil {
		return err
	}
	large, err := writeProject(filepath.Join(folder, "large"), s.options(1, b.nodes))
	if err != nil {
		return err
	}
	if err := b.validateBoth(s, small, large); err != nil {
		return err
	}
	return b.validateEdited(s, large)
}

// validateBoth validates a small and a large project in turn, so that other load on the machine affects both equally.
func (b *bench) validateBoth(s shape, small, large generatedProject) error {
	var ofSmall, ofLarge, memory, cpu []float64
	for round := range max(b.rounds, 5) {
		err := inTurn(round, func() error {
			used, err := b.validateCold(small)
			ofSmall = append(ofSmall, used.seconds)
			return err
		}, func() error {
			used, err := b.validateCold(large)
			ofLarge, memory, cpu = append(ofLarge, used.seconds), append(memory, used.megabytes), append(cpu, used.cpu)
			return err
		})
		if err != nil {
			return err
		}
	}
	what := fmt.Sprintf("validate %s nodes, cold, %s", count(b.nodes), s.name)
	b.atMost(what, median(ofLarge), 1.2, inSeconds)
	b.atMost(what+": peak memory", median(memory), 250, inMegabytes)
	b.atMost(fmt.Sprintf("%s against %s nodes, %s", count(b.nodes), count(b.small()), s.name), median(quotients(ofLarge, ofSmall)), 10.5, asRatio)
	b.note("CPU time of the large project; wall time of the small one", fmt.Sprintf("%.2f s; %.3f s", median(cpu), median(ofSmall)))
	return nil
}

func (b *bench) validateCold(p generatedProject) (resourceUse, error) {
	if err := p.forget(); err != nil {
		return resourceUse{}, err
	}
	return b.command("validate", "--strict", p.folder)
}

// validateEdited edits one more node in each round and validates the project in a new process. The first process, which
// is not measured, may leave a cache.
func (b *bench) validateEdited(s shape, p generatedProject) error {
	if _, err := b.command("validate", "--strict", p.folder); err != nil {
		return err
	}
	var took, memory []float64
	for _, edit := range p.meaningfulEdits(max(b.rounds, 5)) {
		if err := p.put(edit.Path, edit.Content); err != nil {
			return err
		}
		used, err := b.command("validate", p.folder)
		if err != nil {
			return fmt.Errorf("%s: %w", edit.Description, err)
		}
		took, memory = append(took, used.seconds), append(memory, used.megabytes)
	}
	b.atMost(fmt.Sprintf("validate %s nodes after one edit, new process, %s", count(b.nodes), s.name), median(took), 0.3, inSeconds)
	b.note("peak memory of that", figure(median(memory), inMegabytes))
	return nil
}

// generatedProject is a generated project in a folder.
type generatedProject struct {
	folder    string
	generated *projectgen.Project
}

func writeProject(folder string, options projectgen.Options) (generatedProject, error) {
	p := generatedProject{folder, projectgen.Generate(options)}
	return p, p.generated.Write(folder)
}

// forget removes what earlier commands left in the project.
func (p generatedProject) forget() error {
	return os.RemoveAll(filepath.Join(p.folder, localrun.FolderName))
}

// path returns the place of a file of the project.
func (p generatedProject) path(name string) string {
	return filepath.Join(p.folder, filepath.FromSlash(name))
}

func (p generatedProject) put(name string, content []byte) error {
	return os.WriteFile(p.path(name), content, 0o600)
}

// meaningfulEdits returns edits that change what their nodes do, each of the generated project.
func (p generatedProject) meaningfulEdits(n int) []projectgen.Edit {
	var edits []projectgen.Edit
	for _, edit := range p.generated.Edits(1, 2*n) {
		if edit.ChangesMeaning {
			edits = append(edits, edit)
		}
	}
	return edits
}
