package nodetype_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// Every platform defines everything that templates use of a dialect, and on supported platforms no definition is empty.
func TestTemplatesUseWhatDialectsHave(t *testing.T) {
	t.Parallel()
	text := nodetype.Prelude()
	for _, kind := range nodetype.Library() {
		text += kind.Create + kind.Run
	}
	used := regexp.MustCompile(`dialect\.(\w+)`).FindAllStringSubmatch(text, -1)
	if len(used) < 20 {
		t.Fatalf("only %d uses of the dialect", len(used))
	}
	for _, platform := range enginekind.Names() {
		words, _ := dialect.Lookup(platform)
		object, _ := words.Object().AsDict()
		for _, use := range used {
			if _, ok := object.Get(use[1]); !ok {
				t.Errorf("%s has no %s", platform, use[0])
			}
		}
	}
}

// Projects for every platform render, including platforms that cannot run yet.
func TestLibraryRendersOnEveryPlatform(t *testing.T) {
	t.Parallel()
	for _, platform := range enginekind.Names() {
		t.Run(platform, func(t *testing.T) {
			t.Parallel()
			renderer := workbench{platform: platform, nodes: readable()}.renderer(t)
			for name, tt := range goldenCases() {
				if !tt.isFor(platform) {
					expectNoFiles(t, renderer, tt.node())
					continue
				}
				for _, which := range []render.Template{render.Create, render.Run} {
					if _, problem := renderOn(t, renderer, render.Request{Node: tt.node(), Template: which}); problem != "" {
						t.Errorf("%s of %s: %s", which, name, problem)
					}
				}
			}
		})
	}
}

// expectNoFiles checks that a platform that reads no files reports that.
func expectNoFiles(t *testing.T, renderer *render.Renderer, n *transform.Node) {
	t.Helper()
	_, problem := renderOn(t, renderer, render.Request{Node: n, Template: render.Create})
	if !strings.Contains(problem, "cannot read files") {
		t.Errorf("create of %v: %q", n.Config, problem)
	}
}
