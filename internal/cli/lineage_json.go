package cli

import "github.com/millrace/millrace/internal/lineage"

// tracedColumn is a column or a whole node, with ids and names.
type tracedColumn struct {
	Node     string `json:"node"` // LOCATION.NAME
	NodeID   string `json:"nodeID"`
	Column   string `json:"column,omitempty"`
	ColumnID string `json:"columnID,omitempty"`
}

type tracedEdge struct {
	From  tracedColumn `json:"from"`
	To    tracedColumn `json:"to"`
	Use   lineage.Use  `json:"use"`
	Depth int          `json:"depth"`
}

type tracedOpaque struct {
	Node   string `json:"node"`
	NodeID string `json:"nodeID"`
	Reason string `json:"reason"`
}

type columnTrace struct {
	Start     tracedColumn   `json:"start"`
	Direction string         `json:"direction"`
	Edges     []tracedEdge   `json:"edges"` // nearest first
	Opaque    []tracedOpaque `json:"opaque"`
	HasMore   bool           `json:"hasMore"`
}

func (b nodeNames) traceJSON(t lineage.Trace) columnTrace {
	result := columnTrace{
		Start: b.traced(t.Start), Direction: direction(t.Upstream), HasMore: t.HasMore,
		Edges: []tracedEdge{}, Opaque: []tracedOpaque{},
	}
	for _, step := range t.Steps {
		result.Edges = append(result.Edges, tracedEdge{b.traced(step.From), b.traced(step.To), step.Use, step.Depth})
	}
	for _, o := range t.Opaque {
		result.Opaque = append(result.Opaque, tracedOpaque{b.node(o.Node), string(o.Node), o.Reason})
	}
	return result
}

func (b nodeNames) traced(at lineage.Endpoint) tracedColumn {
	traced := tracedColumn{Node: b.node(at.Node), NodeID: string(at.Node)}
	if at.Column != "" {
		traced.Column, traced.ColumnID = b.column(at), string(at.Column)
	}
	return traced
}

func direction(upstream bool) string {
	if upstream {
		return "upstream"
	}
	return "downstream"
}
