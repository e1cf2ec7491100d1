package projectfile

import (
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

const (
	workspaceFile     = "workspace.yml"
	oldWorkspacesFile = "workspaces.yml" // workspace name → connection and locations
)

var workspaceFields = fields[transform.Workspace]{
	"fileVersion": version[transform.Workspace](1),
	"profile":     word(func(w *transform.Workspace) *string { return &w.Profile }),
	"locations":   mappings(func(w *transform.Workspace) *map[string]transform.Mapping { return &w.Locations }),
	"parameters":  parameters(func(w *transform.Workspace) *map[string]any { return &w.Parameters }),
}

var oldWorkspaceFields = fields[transform.Workspace]{
	"connection": word(func(w *transform.Workspace) *string { return &w.Profile }),
	"locations":  mappings(func(w *transform.Workspace) *map[string]transform.Mapping { return &w.Locations }),
	"parameters": parameters(func(w *transform.Workspace) *map[string]any { return &w.Parameters }),
}

// parameters returns a field for free-form values by name.
func parameters[T any](of func(*T) *map[string]any) field[T] {
	return field[T]{
		read: func(r *reader, into *T, value *yamldoc.Node) {
			if r.isMapping(value) {
				*of(into), _ = r.anything(value).(map[string]any)
			}
		},
		write: func(o *overlay, key string, from *T) {
			if values := *of(from); len(values) > 0 || o.node.Get(key) != nil {
				o.openMapping(key, values)
			}
		},
	}
}

// openMapping merges free-form values into a mapping. Keys that no longer exist are removed.
func (o *overlay) openMapping(key string, values map[string]any) {
	old := o.node.Get(key)
	if old == nil || old.Kind != yamldoc.Mapping {
		if len(values) > 0 || o.isNew {
			o.set(key, yamldoc.From(values))
		}
		return
	}
	inner := &overlay{node: old}
	keyedAny(inner, values)
}

func (r *reader) workspaces(content string) []transform.Workspace {
	root := r.document(content).Root
	if root == nil {
		return nil
	}
	if r.file == oldWorkspacesFile {
		return r.oldWorkspaces(root)
	}
	w := transform.Workspace{File: r.file}
	readFields(r, &w, root, workspaceFields)
	return []transform.Workspace{w}
}

func (r *reader) oldWorkspaces(root *yamldoc.Node) []transform.Workspace {
	var list []transform.Workspace
	for child := range root.Children() {
		if child.Key == "fileVersion" {
			continue
		}
		w := transform.Workspace{Name: r.words.share(child.Key), File: r.file}
		readFields(r, &w, child, oldWorkspaceFields)
		list = append(list, w)
	}
	return list
}

// WriteOldWorkspaces merges several workspaces into workspaces.yml; original is nil for a new file.
func WriteOldWorkspaces(list []transform.Workspace, original []byte) ([]byte, error) {
	document, _, err := documentOf(original)
	if err != nil {
		return nil, err
	}
	byName := make(map[string]*transform.Workspace, len(list))
	for i := range list {
		byName[list[i].Name] = &list[i]
	}
	version := document.Root.Get("fileVersion")
	keyed(&overlay{node: document.Root}, byName, func(o *overlay, w **transform.Workspace) {
		writeFields(o, *w, oldWorkspaceFields)
	})
	if version != nil {
		document.Root.Set("fileVersion", version)
	}
	return document.Bytes(), nil
}
