package httpapi

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// wireNode is a node of a request body without its name and type. Fields that are not listed are read-only or unknown
// and are ignored.
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

// wireNodeTest is a test of a node. Without continueOnFailure the default of the project applies.
type wireNodeTest struct {
	Name              string `json:"name"`
	Description       string `json:"description"`
	RunOrder          string `json:"runOrder"`
	ContinueOnFailure *bool  `json:"continueOnFailure"`
	TemplateString    string `json:"templateString"`
}

// parseNode converts the whole node of a request body.
func parseNode(body *api.NodeSet) (workspace.NodeDraft, error) {
	wire, err := readNode(body.AdditionalProperties)
	if err != nil {
		return workspace.NodeDraft{}, err
	}
	n := wire.node()
	n.Name, n.Type = body.Name, transform.NodeTypeID(body.NodeType)
	return workspace.NodeDraft{
		Node: n, DeployEnabled: wire.DeployEnabled, SQL: wire.SQL, Seen: wire.Version, Compare: compareWithBody(body),
		Transforms: wire.transforms(),
	}, nil
}

// transforms returns the expressions of columns that differ from those of their sources, by position.
func (w *wireNode) transforms() map[int]string {
	beside := map[int]string{}
	for i := range w.Metadata.Columns {
		if text, ok := w.Metadata.Columns[i].ownTransform(); ok {
			beside[i] = text
		}
	}
	return beside
}

// readNode reads the fields of a node except its name and type.
func readNode(fields map[string]any) (*wireNode, error) {
	raw, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	var wire wireNode
	if _, err := api.DecodeLoosely(raw, &wire); err != nil {
		return nil, shapeFault(err)
	}
	return &wire, wire.checkTests()
}

// checkTests rejects tests whose fields would otherwise select another test than the client means.
func (w *wireNode) checkTests() error {
	for i, test := range w.Metadata.AppliedNodeTests {
		if order := test.RunOrder; order != "" && !strings.EqualFold(order, runBefore) && !strings.EqualFold(order, runAfter) {
			return fault.New(fault.Invalid, "metadata.appliedNodeTests[%d].runOrder cannot be %.100q", i, order).
				WithHint("Send %s or %s.", runBefore, runAfter)
		}
	}
	for i, id := range w.Metadata.EnabledColumnTestIDs {
		if id == "" {
			return fault.New(fault.Invalid, "metadata.enabledColumnTestIDs[%d] is empty", i).WithHint("Send the id of a test, such as hasNull.")
		}
	}
	return nil
}

// A test of a node runs before the load or after it.
const (
	runBefore = "Before"
	runAfter  = "After"
)

// node converts to a node of the project.
func (w *wireNode) node() transform.Node {
	n := transform.Node{
		Location: w.LocationName, Description: w.Description, DeployEnabled: value(w.DeployEnabled),
		Materialization: w.MaterializationType, OverrideSQL: w.OverrideSQL, IsMultisource: w.IsMultisource,
		CTE: w.Metadata.CteString, ColumnTests: w.Metadata.EnabledColumnTestIDs,
		Sources: present(w.Metadata.SourceMapping, parseSource), Tests: present(w.Metadata.AppliedNodeTests, parseNodeTest),
	}
	n.Config, _ = fileValue(w.Config).(map[string]any)
	for i := range w.Metadata.Columns {
		n.Columns = append(n.Columns, w.Metadata.Columns[i].column())
	}
	return n
}

// shapeFault says which part of a node has the wrong type.
func shapeFault(err error) error {
	if shape, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fault.New(fault.Invalid, "%s has the wrong type: %s", cmp.Or(shape.Field, "a part of the node"), shape.Value).
			WithHint("Send the node as GET returns it, with your changes.")
	}
	return fault.New(fault.Invalid, "the node cannot be parsed: %s", err.Error()).WithHint("Send the node as GET returns it, with your changes.")
}

func parseSource(w wireSource) transform.Source {
	s := transform.Source{
		Name: w.Name, Join: w.Join.JoinCondition, CustomSQL: w.CustomSQL.CustomSQL,
		Dependencies: present(w.Dependencies, parseNodeRef), NoLinkRefs: present(w.NoLinkRefs, parseNodeRef),
	}
	if len(w.Aliases) > 0 {
		s.Aliases = make(map[string]transform.NodeID, len(w.Aliases))
		for alias, id := range w.Aliases {
			s.Aliases[alias] = transform.NodeID(id)
		}
	}
	return s
}

func parseNodeRef(w wireRef) transform.NodeRef {
	return transform.NodeRef{Location: w.LocationName, Name: w.NodeName}
}

func parseNodeTest(w wireNodeTest) transform.NodeTest {
	return transform.NodeTest{
		Name: w.Name, Description: w.Description, RunBefore: strings.EqualFold(w.RunOrder, runBefore), Template: w.TemplateString,
		ContinueOnFailure: w.ContinueOnFailure == nil || *w.ContinueOnFailure, IsDefault: w.ContinueOnFailure == nil,
	}
}

// fileValue converts a JSON value to the type that it has in files: whole numbers become integers.
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
