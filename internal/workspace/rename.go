package workspace

import (
	"bytes"
	"context"
	"maps"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// Rename is a new name of a node.
type Rename struct {
	Name, Location string // empty keeps it
	Seen           Version
}

// RenameNode changes the name or location of a node. The same edit updates everything that refers to it: refs in other
// nodes, macros and templates, dependencies, aliases that were the node's name, and jobs that select it by name.
// Subgraphs refer to it by id.
func (s *Service) RenameNode(ctx context.Context, by account.Actor, id ids.Workspace, node transform.NodeID, wanted Rename) (Node, error) {
	return s.edited(ctx, by, id, node, func(v *Revision) (Edit, error) {
		n, err := v.node(node)
		if err != nil {
			return Edit{}, err
		}
		if err := checkVersion("node "+string(node), wanted.Seen, n.Version()); err != nil {
			return Edit{}, err
		}
		before := v.read(n.Node)
		after := *before
		if wanted.Name != "" {
			after.Name = wanted.Name
		}
		if wanted.Location != "" {
			after.Location = wanted.Location
		}
		if after.Ref() == before.Ref() {
			return Edit{}, nil
		}
		edit, err := v.replace(before, &after)
		if err != nil {
			return Edit{}, err
		}
		f := &referenceRewriter{view: v, node: before.ID, from: before.Ref(), to: after.Ref(), quote: v.Compilation.Renderer.Dialect().Quote}
		changed, err := f.files()
		maps.Copy(edit.Put, changed)
		return edit, err
	})
}

// referenceRewriter rewrites references to a renamed node.
type referenceRewriter struct {
	view     *Revision
	node     transform.NodeID
	from, to transform.NodeRef
	quote    func(string) string
}

// files returns the new contents of the files that change.
func (f *referenceRewriter) files() (map[string][]byte, error) {
	changed := map[string][]byte{}
	for _, n := range f.view.Compilation.Nodes() {
		if n.ID == f.node || !f.mayMention(n.File) {
			continue
		}
		if err := f.rewriteNode(n, changed); err != nil {
			return nil, err
		}
	}
	if err := f.macros(changed); err != nil {
		return nil, err
	}
	f.templates(changed)
	return changed, f.jobs(changed)
}

// mayMention is a cheap check that avoids parsing files without a reference.
func (f *referenceRewriter) mayMention(file string) bool {
	return bytes.Contains(f.view.Folder.Files[file].Content, []byte(f.from.Name))
}

// put records a file if its content changed.
func (f *referenceRewriter) put(changed map[string][]byte, file string, content []byte) {
	if !bytes.Equal(content, f.view.Folder.Files[file].Content) {
		changed[file] = content
	}
}

// rewriteNode rewrites the references of a node.
func (f *referenceRewriter) rewriteNode(n *compiler.Node, changed map[string][]byte) error {
	original := f.view.Folder.Files[n.File].Content
	if n.Kind == transform.SQLNode {
		f.put(changed, n.File, []byte(f.text(string(original))))
		return nil
	}
	w := f.view.read(n)
	f.yaml(w)
	content, err := projectfile.WriteNode(w, original)
	if err != nil {
		return err
	}
	f.put(changed, n.File, content)
	return nil
}

// yaml rewrites the texts of a YAML node. The caller owns the node.
func (f *referenceRewriter) yaml(n *transform.Node) {
	isByName := false // it uses the renamed node's name as alias, so its qualified columns change, too
	for i := range n.Sources {
		s := &n.Sources[i]
		isByName = isByName || f.isByName(s.Join)
		s.Join, s.CustomSQL = f.text(s.Join), f.text(s.CustomSQL)
		f.refs(s.Dependencies)
		f.refs(s.NoLinkRefs)
		if id, ok := s.Aliases[f.from.Name]; ok && id == f.node && f.isNameNew() && isByName {
			delete(s.Aliases, f.from.Name)
			s.Aliases[f.to.Name] = id
		}
	}
	n.CTE = f.text(n.CTE)
	for i := range n.Columns {
		for k := range n.Columns[i].Sources {
			s := &n.Columns[i].Sources[k]
			s.Transform = f.refText(s.Transform)
			if isByName {
				s.Transform = f.qualifiers(s.Transform)
			}
		}
	}
	for i := range n.Tests {
		n.Tests[i].Template = f.text(n.Tests[i].Template)
	}
	n.Config, _ = f.value(n.Config).(map[string]any)
}

func (f *referenceRewriter) isNameNew() bool { return f.from.Name != f.to.Name }

func (f *referenceRewriter) refs(list []transform.NodeRef) {
	for i := range list {
		if list[i] == f.from {
			list[i] = f.to
		}
	}
}

// value rewrites the texts in an option of a node.
func (f *referenceRewriter) value(value any) any {
	switch value := value.(type) {
	case string:
		return f.refText(value)
	case []any:
		for i := range value {
			value[i] = f.value(value[i])
		}
	case map[string]any:
		for key := range value {
			value[key] = f.value(value[key])
		}
	}
	return value
}

func (f *referenceRewriter) macros(changed map[string][]byte) error {
	for _, m := range f.view.Compilation.Project.Macros {
		if !f.mayMention(m.File) {
			continue
		}
		m.Text = f.refText(m.Text)
		content, err := projectfile.WriteMacro(&m, f.view.Folder.Files[m.File].Content)
		if err != nil {
			return err
		}
		f.put(changed, m.File, content)
	}
	return nil
}

// templates rewrites the templates of the project's own types.
func (f *referenceRewriter) templates(changed map[string][]byte) {
	for file, content := range f.view.Folder.Files {
		if strings.HasSuffix(file, ".j2") && strings.HasPrefix(file, nodeTypesFolder+"/") && f.mayMention(file) {
			f.put(changed, file, []byte(f.refText(string(content.Content))))
		}
	}
}

const nodeTypesFolder = "nodeTypes"

func (f *referenceRewriter) jobs(changed map[string][]byte) error {
	for _, j := range f.view.Compilation.Project.Jobs {
		before := j
		j.Include, j.Exclude = f.selector(j.Include), f.selector(j.Exclude)
		if j == before {
			continue
		}
		content, err := projectfile.WriteJob(&j, f.view.Folder.Files[j.File].Content)
		if err != nil {
			return err
		}
		f.put(changed, j.File, content)
	}
	return nil
}
