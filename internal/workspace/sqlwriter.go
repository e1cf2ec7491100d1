package workspace

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// sqlWriter writes the changes of a draft into the text of a node: as annotations, in the select list and after FROM. It
// leaves fields alone that the text already changed: then the draft contains another text, which defines them.
type sqlWriter struct {
	text   string
	before *transform.Node     // the node that the old text defined
	typ    *transform.NodeType // the type that the draft names; nil if it is unknown
	// hasText says that the draft contains another text, which then defines the columns and the join.
	hasText bool
}

func (v *Revision) writerFor(c NodeEdit, text string) *sqlWriter {
	w := &sqlWriter{text: text}
	w.typ, _ = v.Compilation.Types.Lookup(c.Wanted.Type, transform.SQLNode)
	w.before = w.parse()
	return w
}

// setText starts from another text; nil keeps the current one.
func (w *sqlWriter) setText(text *string) error {
	if text == nil {
		return nil
	}
	if strings.TrimSpace(*text) == "" {
		return fault.New(fault.Invalid, "sql is empty").WithHint("Leave it out to keep the text, or delete the node.")
	}
	w.hasText = *text != w.text
	w.text = *text
	return nil
}

// parse parses the text, with the options in the shape of the node's type.
func (w *sqlWriter) parse() *transform.Node {
	read, _ := projectfile.ParseNode(placeholderFile, w.text)
	if w.typ != nil {
		projectfile.ApplyAnnotations(w.typ, read)
	}
	return read
}

// write writes the changes that annotations, the select list and the join can express.
func (w *sqlWriter) write(c NodeEdit) error {
	shown, wanted := &c.Shown, &c.Wanted
	isOtherType := wanted.Type != shown.Type && w.isMissing(func(n *transform.Node) any { return n.Type }, wanted.Type)
	if isOtherType || w.parse().Type == "" { // a new text need not name its type
		w.set("nodeType", textCall("nodeType", string(wanted.Type)))
	}
	if wanted.Description != shown.Description && w.isMissing(func(n *transform.Node) any { return n.Description }, wanted.Description) {
		w.set("description", textCall("description", wanted.Description))
	}
	if wanted.Materialization != shown.Materialization &&
		w.isMissing(func(n *transform.Node) any { return n.Materialization }, wanted.Materialization) {
		w.set("materializationType", textCall("materializationType", wanted.Materialization))
	}
	if wanted.DeployEnabled != shown.DeployEnabled && w.isMissing(func(n *transform.Node) any { return n.DeployEnabled }, wanted.DeployEnabled) {
		w.set("deployEnabled", nil)
		w.set("deployDisabled", flagCall("deployDisabled", !wanted.DeployEnabled))
	}
	if err := w.writeConfig(shown.Config, wanted.Config); err != nil {
		return err
	}
	if !w.hasText {
		w.writeSelect(c.columnPairs())
		w.writeJoin(shown.Sources, wanted.Sources)
	}
	return w.writeColumns(c.columnPairs())
}

// isMissing reports whether the text still has the old value of a field and not the wanted one.
func (w *sqlWriter) isMissing(part func(*transform.Node) any, wanted any) bool {
	says := part(w.parse())
	return !reflect.DeepEqual(says, wanted) && reflect.DeepEqual(says, part(w.before))
}

// writeConfig writes the changed options.
func (w *sqlWriter) writeConfig(shown, wanted map[string]any) error {
	shown, wanted = switchedOn(shown), switchedOn(wanted)
	for _, name := range namesOf(shown, wanted) {
		option := func(n *transform.Node) any { return n.Config[name] }
		if reflect.DeepEqual(shown[name], wanted[name]) || !w.isMissing(option, wanted[name]) {
			continue
		}
		calls, err := annotationCalls{where: "config", declared: w.nodeAnnotations(), reserved: reservedOptions}.of(name, wanted[name])
		if err != nil {
			return err
		}
		w.set(name, calls)
	}
	return nil
}

// reservedOptions are the annotations of a node that are not options, with the fields that set the same.
var reservedOptions = map[string]string{
	"id": "id", "nodeType": "nodeType", "description": "description", "materializationType": "materializationType",
	"deployDisabled": "deployEnabled", "deployEnabled": "deployEnabled",
}

func (w *sqlWriter) nodeAnnotations() []transform.AnnotationSpec {
	if w.typ == nil {
		return nil
	}
	return w.typ.Spec.NodeAnnotations
}

// switchedOn returns the options that are not off. An option that is off has no annotation.
func switchedOn(values map[string]any) map[string]any {
	on := maps.Clone(values)
	maps.DeleteFunc(on, func(_ string, value any) bool { return value == nil || value == false })
	if len(on) == 0 {
		return nil // nil and empty compare as equal
	}
	return on
}

// namesOf returns the keys of both maps, sorted.
func namesOf(a, b map[string]any) []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(names)
	return slices.Compact(names)
}

// set replaces the annotations of a name of the node.
func (w *sqlWriter) set(name string, calls []string) {
	read, _ := sqltext.ReadNode(w.text)
	block := annotationBlock{text: w.text, annotations: read.Annotations, separator: lineEndOf(w.text)}
	if len(read.Annotations) == 0 {
		block.opensText = true
	} else {
		block.end = behindComment(w.text, read.Annotations[len(read.Annotations)-1].Range.End)
	}
	w.text = block.with(name, calls)
}
