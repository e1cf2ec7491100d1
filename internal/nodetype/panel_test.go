package nodetype_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// panelVariables returns the variables of conditions, for a node with this materialization.
func panelVariables(materialization string) jinja.Variables {
	return jinja.Variables{
		"node":    jinja.FromGo(map[string]any{"materializationType": materialization, "isMultisource": false}),
		"config":  jinja.FromGo(map[string]any{"testsEnabled": true}),
		"columns": jinja.NewList(),
		"sources": jinja.NewList(),
	}
}

const conditionalPanel = `config:
- groupName: Tables
  enableIf: "{{ node.materializationType == 'table' }}"
  items:
  - type: textBox
    displayName: A
    attributeName: a
    isRequired: true
  - type: textBox
    displayName: B
    attributeName: b
    enableIf: "{% if config.a %} true {% else %} false {% endif %}"
- groupName: Other
  items:
  - type: toggleButton
    displayName: C
    attributeName: c
    enableIf: "false"
    isRequired: true
  - type: textBox
    displayName: D
    attributeName: d
    enableIf: "{{ nothing.there }}"
  - type: textBox
    displayName: E
    attributeName: e
    enableIf: "{% if"
    isRequired: "{{ config.a is not defined }}"
`

// marks formats elements as name, + for enabled, ! for required.
func marks(elements []nodetype.Element) string {
	var text strings.Builder
	for _, e := range elements {
		text.WriteString(e.Item.DisplayName)
		if e.IsEnabled {
			text.WriteByte('+')
		}
		if e.IsRequired {
			text.WriteByte('!')
		}
		text.WriteByte(' ')
	}
	return strings.TrimSpace(text.String())
}

func TestElementsAreEnabledByConditions(t *testing.T) {
	t.Parallel()
	spec, found := nodetype.ParseSpec(conditionalPanel)
	if found != nil {
		t.Fatal(found)
	}
	panel := nodetype.NewPanel(&spec)
	for materialization, want := range map[string]string{
		"table": "A+! B C D+ E+!",
		"view":  "A B C D+ E+!",
	} {
		elements, problems := panel.Elements(panelVariables(materialization))
		if got := marks(elements); got != want {
			t.Errorf("%s: %s, want %s", materialization, got, want)
		}
		if len(problems) != 2 {
			t.Fatalf("problems = %+v", problems)
		}
		if p := problems[0]; p.At != (diagnostic.Position{Line: 20, Column: 5}) || !strings.Contains(p.Message, `enableIf of "D"`) || p.Hint == "" {
			t.Errorf("problem = %+v", p)
		}
	}
}

func TestFixedPanelNeedsNoVariables(t *testing.T) {
	t.Parallel()
	spec, _ := nodetype.ParseSpec("config:\n- groupName: G\n  items:\n  - {type: textBox, displayName: A, isRequired: true}\n  - {type: textBox, displayName: B, enableIf: 'false'}\n")
	elements, problems := nodetype.NewPanel(&spec).Elements(nil)
	if got := marks(elements); got != "A+! B" || problems != nil {
		t.Errorf("%s, %v", got, problems)
	}
}

func TestMissing(t *testing.T) {
	t.Parallel()
	required := func(kind transform.ItemType, attribute string, value any) nodetype.Element {
		item := &transform.Item{Type: kind, DisplayName: string(kind) + " " + attribute, Attribute: attribute, Default: value}
		return nodetype.Element{Item: item, IsEnabled: true, IsRequired: true}
	}
	elements := []nodetype.Element{
		required(transform.TextBox, "absent", nil),
		required(transform.TextBox, "blank", "x"),
		required(transform.TextBox, "given", nil),
		required(transform.TextBox, "default", "x"),
		required(transform.ToggleButton, "off", nil),
		required(transform.Tabular, "emptyTable", nil),
		required(transform.Tabular, "fullTable", nil),
		required(transform.BusinessKeyColumns, "", nil),
		required(transform.ChangeTrackingColumns, "", nil),
		required(transform.ColumnSelector, "isSpecial", nil),
		required(transform.MaterializationSelector, "", nil),
		required(transform.Label, "", nil),
	}
	elements = append(elements, nodetype.Element{Item: &transform.Item{Attribute: "optional"}, IsEnabled: true})
	node := &transform.Node{
		Config: map[string]any{
			"blank": " ", "given": "y", "off": false,
			"emptyTable": map[string]any{"items": []any{map[string]any{}}},
			"fullTable":  map[string]any{"items": []any{map[string]any{"a": "b"}}},
		},
		Columns: []transform.Column{{Attributes: map[string]any{"isBusinessKey": true}}},
	}
	var got []string
	for _, item := range nodetype.Missing(node, elements) {
		got = append(got, item.DisplayName)
	}
	want := []string{"textBox absent", "textBox blank", "tabular emptyTable", "changeTrackingColumns ", "columnSelector isSpecial", "materializationSelector "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
}

func TestWrongOptions(t *testing.T) {
	t.Parallel()
	element := func(kind transform.ItemType, attribute string, options ...string) nodetype.Element {
		return nodetype.Element{Item: &transform.Item{Type: kind, Attribute: attribute, Options: options}, IsEnabled: true}
	}
	node := &transform.Node{Materialization: "stream", Config: map[string]any{"a": "x", "b": "q", "c": int64(3), "d": "any", "e": ""}}
	wrong := nodetype.WrongOptions(node, []nodetype.Element{
		element(transform.MaterializationSelector, "", "table", "view"),
		element(transform.DropdownSelector, "a", "x", "y"),
		element(transform.DropdownSelector, "b", "x", "y"),
		element(transform.DropdownSelector, "c", "3"),
		element(transform.DropdownSelector, "d", "{{ something }}"),
		element(transform.DropdownSelector, "e", "x"),
		element(transform.DropdownSelector, "absent", "x"),
		element(transform.TextBox, "b", "x"),
	})
	var got []string
	for _, w := range wrong {
		got = append(got, w.Item.Attribute+"="+w.Value)
	}
	if diff := cmp.Diff([]string{"=stream", "b=q"}, got); diff != "" {
		t.Errorf("wrong options (-want +got):\n%s", diff)
	}
}
