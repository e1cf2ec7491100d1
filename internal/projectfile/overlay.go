package projectfile

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/yamldoc"
)

// overlay merges values into a mapping of an existing document. It sets only values that differ. A new mapping gets
// every key.
type overlay struct {
	node  *yamldoc.Node
	isNew bool
}

func (o *overlay) set(key string, value *yamldoc.Node) { o.node.Set(key, value) }

// text sets a text. An absent key is an empty text.
func (o *overlay) text(key, value string) {
	old := o.node.Get(key)
	if old == nil && value == "" && !o.isNew {
		return
	}
	if old != nil {
		if text, _ := plainText(old); text == value {
			return
		}
	}
	o.set(key, yamldoc.Text(value))
}

// optionalText sets a text that a new file has only if it is not empty.
func (o *overlay) optionalText(key, value string) {
	if o.node.Get(key) == nil && value == "" {
		return
	}
	o.text(key, value)
}

func (o *overlay) boolean(key string, value, fallback bool) {
	old := o.node.Get(key)
	if old == nil && value == fallback && !o.isNew {
		return
	}
	if old != nil {
		if was, _ := plainBool(old, fallback); was == value {
			return
		}
	}
	o.set(key, yamldoc.From(value))
}

// mapping merges values into a mapping under a key. A missing mapping is created when a value is set in it.
func (o *overlay) mapping(key string, write func(*overlay)) {
	old := o.node.Get(key)
	if old != nil && old.Kind == yamldoc.Mapping {
		write(&overlay{node: old, isNew: o.isNew})
		return
	}
	inner := yamldoc.NewMapping()
	write(&overlay{node: inner, isNew: o.isNew})
	if inner.Len() > 0 {
		o.set(key, inner)
	}
}

// open sets a free-form value. absent is the meaning of an absent key.
func (o *overlay) open(key string, value, absent any) {
	old := o.node.Get(key)
	was := absent
	if old != nil {
		was = old.Any()
	}
	if reflect.DeepEqual(was, value) {
		return
	}
	if reflect.DeepEqual(value, absent) {
		o.node.Remove(key)
		return
	}
	o.set(key, yamldoc.From(value))
}

// writeDocument merges a value into the text of a file, "" for a new one.
func writeDocument[T any](from *T, original []byte, table fields[T]) ([]byte, error) {
	document, isNew, err := documentOf(original)
	if err != nil {
		return nil, err
	}
	document.Root, _ = modernize(document.Root)
	writeFields(&overlay{node: document.Root, isNew: isNew}, from, table)
	return document.Bytes(), nil
}

// documentOf parses the original text.
func documentOf(original []byte) (document *yamldoc.Document, isNew bool, err error) {
	if len(bytes.TrimSpace(original)) == 0 {
		return &yamldoc.Document{Root: yamldoc.NewMapping()}, true, nil
	}
	document, err = yamldoc.Read(string(original))
	if err != nil {
		return nil, false, fault.Wrap(err, fault.Conflict, "cannot change the file: it is not YAML").
			WithHint("Fix the file, or remove it, and try again.")
	}
	if document.Root.Kind != yamldoc.Mapping {
		return nil, false, fault.New(fault.Conflict, "cannot change the file: it is not a mapping").
			WithHint("Fix the file, or remove it, and try again.")
	}
	return document, false, nil
}

// keyedAny merges free-form values into a mapping. Keys that no longer exist are removed.
func keyedAny(o *overlay, values map[string]any) {
	for _, child := range slices.Collect(o.node.Children()) {
		if _, ok := values[child.Key]; !ok {
			o.node.Remove(child.Key)
		}
	}
	for key, value := range values {
		o.any(key, value)
	}
}
