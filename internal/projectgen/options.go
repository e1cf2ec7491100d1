package projectgen

// Options configure the generated project. A zero field gets its default, except for the shares, where zero means none.
type Options struct {
	Seed     uint64
	Nodes    int    // 100; at least one for each layer
	Layers   int    // 6; at least 2: sources, stages, joins in between, dimensions and facts, marts
	Columns  int    // 10; the average of a node
	Platform string // duckdb

	// SameColumns makes every node select Columns columns, where it varies by half otherwise. Stars and summaries select
	// what their source has.
	SameColumns bool

	SQLShare    float64 // SQL nodes among the nodes that are not sources
	SourceShare float64 // sources and seeds among all nodes; 0 means 0.15, since a project without sources is none
	MacroHeavy  float64 // nodes of which every second column is made by nested project macros
}

// Typical returns a project as companies have them: half of the nodes in SQL, one in a hundred heavy with macros.
func Typical(seed uint64, nodes int) Options {
	return Options{Seed: seed, Nodes: nodes, SQLShare: 0.5, MacroHeavy: 0.01}
}

// AllSQL returns a project of SQL nodes with twelve columns each, on few sources.
func AllSQL(seed uint64, nodes int) Options {
	return Options{Seed: seed, Nodes: nodes, Columns: 12, SameColumns: true, SQLShare: 1, SourceShare: 0.02}
}

func (o Options) withDefaults() Options {
	o.Layers = max(orDefault(o.Layers, 6), 2)
	o.Nodes = max(orDefault(o.Nodes, 100), o.Layers)
	o.Columns = max(orDefault(o.Columns, 10), 4)
	if o.Platform == "" {
		o.Platform = "duckdb"
	}
	if o.SourceShare <= 0 {
		o.SourceShare = 0.15
	}
	o.SourceShare = min(o.SourceShare, 0.9)
	return o
}

func orDefault(value, otherwise int) int {
	if value == 0 {
		return otherwise
	}
	return value
}
