package httpapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// wireNode is a node as it comes in a body, beside its name and type. What is not here is read-only or not known, and is
// read past.
type wireNode struct {
	LocationName        string         `json:"locationName"`
	Description         string         `json:"description"`
	Config              map[string]any `json:"config"`
	MaterializationType string         `json:"materializationType"`
	OverrideSQL         bool           `json:"overrideSQL"`
	IsMultisource       bool           `json:"isMultisource"`
	DeployEnabled       *bool          `json:"deployEnabled"`
	SQL                 *string        `json:"sql"`
	Version             *int64         `json:"version"`
	Metadata            struct {
		Columns              []wireColumn   `json:"columns"`
		SourceMapping        []wireSource   `json:"sourceMapping"`
		AppliedNodeTests     []wireNodeTest `json:"appliedNodeTests"`
		EnabledColumnTestIDs []string       `json:"enabledColumnTestIDs"`
		CteString            string         `json:"cteString"`
	} `json:"metadata"`
}

// wireSource is a source group.
type wireSource struct {
	Name         string    `json:"name"`
	Dependencies []wireRef `json:"dependencies"`
	NoLinkRefs   []wireRef `json:"noLinkRefs"`
	Join         struct {
		JoinCondition string `json:"joinCondition"`
	} `json:"join"`
	Aliases   map[string]api.ID `json:"aliases"`
	CustomSQL struct {
		CustomSQL string `json:"customSQL"`
	} `json:"customSQL"`
}

// wireRef names a node.
type wireRef struct {
	LocationName string `json:"locationName"`
	NodeName     string `json:"nodeName"`
}

// wireNodeTest is a test of a node; one that says nothing about it lets the node go on.
type wireNodeTest struct {
	Name              string `json:"name"`
	Description       string `json:"description"`
	RunOrder          string `json:"runOrder"`
	ContinueOnFailure *bool  `json:"continueOnFailure"`
	TemplateString    string `json:"templateString"`
}

// givenNode reads the whole node that a body carries.
func givenNode(body *api.NodeSet) (workspace.NodeDraft, error) {
	raw, err := json.Marshal(body.AdditionalProperties)
	if err != nil {
		return workspace.NodeDraft{}, err
	}
	var wire wireNode
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&wire); err != nil {
		return workspace.NodeDraft{}, shapeFault(err)
	}
	n := transform.Node{
		Name: body.Name, Type: transform.NodeTypeID(body.NodeType), Location: wire.LocationName, Description: wire.Description,
		Materialization: wire.MaterializationType, OverrideSQL: wire.OverrideSQL, IsMultisource: wire.IsMultisource,
		CTE: wire.Metadata.CteString, ColumnTests: wire.Metadata.EnabledColumnTestIDs,
		Sources: present(wire.Metadata.SourceMapping, givenSource), Tests: present(wire.Metadata.AppliedNodeTests, givenNodeTest),
	}
	n.Config, _ = fileValue(wire.Config).(map[string]any)
	for i := range wire.Metadata.Columns {
		n.Columns = append(n.Columns, wire.Metadata.Columns[i].column())
	}
	_, describes := body.AdditionalProperties["description"]
	return workspace.NodeDraft{Node: n, Describes: describes, DeployEnabled: wire.DeployEnabled, SQL: wire.SQL, Seen: wire.Version}, nil
}

// shapeFault says which part of a node has another shape than it should.
func shapeFault(err error) error {
	if shape, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fault.New(fault.Invalid, "%s cannot be a %s", cmp.Or(shape.Field, "a part of the node"), shape.Value).
			WithHint("Send the node as a GET gives it, with your changes.")
	}
	return fault.New(fault.Invalid, "the node cannot be read: %s", err.Error()).WithHint("Send the node as a GET gives it, with your changes.")
}

func givenSource(w wireSource) transform.Source {
	s := transform.Source{
		Name: w.Name, Join: w.Join.JoinCondition, CustomSQL: w.CustomSQL.CustomSQL,
		Dependencies: present(w.Dependencies, givenRef), NoLinkRefs: present(w.NoLinkRefs, givenRef),
	}
	if len(w.Aliases) > 0 {
		s.Aliases = make(map[string]transform.NodeID, len(w.Aliases))
		for alias, id := range w.Aliases {
			s.Aliases[alias] = transform.NodeID(id)
		}
	}
	return s
}

func givenRef(w wireRef) transform.NodeRef {
	return transform.NodeRef{Location: w.LocationName, Name: w.NodeName}
}

func givenNodeTest(w wireNodeTest) transform.NodeTest {
	return transform.NodeTest{
		Name: w.Name, Description: w.Description, RunBefore: w.RunOrder == "Before", Template: w.TemplateString,
		ContinueOnFailure: w.ContinueOnFailure == nil || *w.ContinueOnFailure,
	}
}

// fileValue is a value of JSON as files have it: whole numbers are whole.
func fileValue(value any) any {
	switch value := value.(type) {
	case json.Number:
		if whole, err := value.Int64(); err == nil {
			return whole
		}
		if float, err := value.Float64(); err == nil {
			return float
		}
		return value.String()
	case []any:
		return present(value, fileValue)
	case map[string]any:
		plain := make(map[string]any, len(value))
		for key, item := range value {
			plain[key] = fileValue(item)
		}
		return plain
	}
	return value
}
