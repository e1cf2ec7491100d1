package contract_test

import (
	"maps"
	"net/http"

	"github.com/millrace/millrace/internal/apptest"
)

func inBench(n names, rest string) string { return "/api/v1/workspaces/" + n.workspace + rest }

func workspaceOperations() map[string]operationCase {
	const path = "/api/v1/workspaces"
	all := map[string]operationCase{
		"listWorkspaces": listed(path),
		"createWorkspace": about(created, func(n names) apptest.Request {
			return post(path, object{"project": n.project, "name": n.fresh})
		}),
		"getWorkspace": about(ok, func(n names) apptest.Request { return get(inBench(n, "")) }),
		"updateWorkspace": about(ok, func(n names) apptest.Request {
			return patch(inBench(n, ""), object{"name": n.fresh, "parameters": object{"day": 1}})
		}),
		"deleteWorkspace": about(gone, func(n names) apptest.Request { return del(inBench(n, "")) }).with(freshWorkspace),
	}
	for _, part := range []map[string]operationCase{nodeOperations(), selectionOperations(), definitionOperations()} {
		maps.Copy(all, part)
	}
	return all
}

// nodeOperations are about the nodes of a workspace.
func nodeOperations() map[string]operationCase {
	node := func(n names, rest string) string { return inBench(n, "/nodes/"+n.node+rest) }
	return map[string]operationCase{
		"validateWorkspace":  about(ok, func(n names) apptest.Request { return get(inBench(n, "/validation")) }),
		"listWorkspaceNodes": about(ok, func(n names) apptest.Request { return get(inBench(n, "/nodes?detail=true")) }).with(freshNode),
		"createWorkspaceNode": about(created, func(n names) apptest.Request {
			return post(inBench(n, "/nodes"), object{"nodeType": "View", "predecessorNodeIDs": []string{n.node}})
		}).with(freshNode),
		"getWorkspaceNode": about(ok, func(n names) apptest.Request { return get(node(n, "")) }).with(freshNode),
		"setWorkspaceNode": about(ok, func(n names) apptest.Request {
			return put(node(n, ""), object{"name": n.fresh, "nodeType": "Stage", "locationName": "WORK", "table": "ignored"})
		}).with(freshNode),
		"deleteWorkspaceNode": about(gone, func(n names) apptest.Request { return del(node(n, "")) }).with(freshNode),
		"renameWorkspaceNode": about(ok, func(n names) apptest.Request { return post(node(n, "/rename"), object{"name": n.fresh}) }).with(freshNode),
		"previewNodeSQL":      about(ok, func(n names) apptest.Request { return get(node(n, "/sql")) }).with(freshNode),
		"previewNodeData":     about(ok, func(n names) apptest.Request { return get(node(n, "/data?limit=2")) }).with(freshQuery),
		"getNodeLineage":      about(ok, func(n names) apptest.Request { return get(node(n, "/lineage")) }).with(freshNode),
	}
}

// selectionOperations are about jobs and subgraphs.
func selectionOperations() map[string]operationCase {
	job := object{"name": "nightly", "includeSelector": "{ * }", "excludeSelector": ""}
	subgraph := object{"name": "core", "steps": []string{}}
	return map[string]operationCase{
		"listWorkspaceJobs":       about(ok, func(n names) apptest.Request { return get(inBench(n, "/jobs")) }),
		"createWorkspaceJob":      about(created, func(n names) apptest.Request { return post(inBench(n, "/jobs"), job) }),
		"getWorkspaceJob":         about(ok, func(n names) apptest.Request { return get(inBench(n, "/jobs/"+n.job)) }).with(freshJob),
		"updateWorkspaceJob":      about(ok, func(n names) apptest.Request { return put(inBench(n, "/jobs/"+n.job), job) }).with(freshJob),
		"deleteWorkspaceJob":      about(gone, func(n names) apptest.Request { return del(inBench(n, "/jobs/"+n.job)) }).with(freshJob),
		"listWorkspaceSubgraphs":  about(ok, func(n names) apptest.Request { return get(inBench(n, "/subgraphs")) }),
		"createWorkspaceSubgraph": about(created, func(n names) apptest.Request { return post(inBench(n, "/subgraphs"), subgraph) }),
		"getWorkspaceSubgraph":    about(ok, func(n names) apptest.Request { return get(inBench(n, "/subgraphs/"+n.subgraph)) }).with(freshSubgraph),
		"updateWorkspaceSubgraph": about(ok, func(n names) apptest.Request { return put(inBench(n, "/subgraphs/"+n.subgraph), subgraph) }).with(freshSubgraph),
		"deleteWorkspaceSubgraph": about(gone, func(n names) apptest.Request { return del(inBench(n, "/subgraphs/"+n.subgraph)) }).with(freshSubgraph),
	}
}

// definitionOperations are about what the nodes of a workspace are made with.
func definitionOperations() map[string]operationCase {
	kind := object{"name": "Own", "spec": "capitalized: Own\nshort: OWN\n", "create": "", "run": ""}
	return map[string]operationCase{
		"listWorkspaceNodeTypes":  about(ok, func(n names) apptest.Request { return get(inBench(n, "/nodeTypes")) }),
		"getWorkspaceNodeType":    about(ok, func(n names) apptest.Request { return get(inBench(n, "/nodeTypes/Stage")) }),
		"setWorkspaceNodeType":    about(ok, func(n names) apptest.Request { return put(inBench(n, "/nodeTypes/"+n.fresh), kind) }),
		"deleteWorkspaceNodeType": about(gone, func(n names) apptest.Request { return del(inBench(n, "/nodeTypes/"+n.nodeType)) }).with(freshNodeType),
		"getWorkspaceMacros":      about(ok, func(n names) apptest.Request { return get(inBench(n, "/macros")) }),
		"setWorkspaceMacros":      about(ok, func(n names) apptest.Request { return put(inBench(n, "/macros"), object{"macroString": "{# none #}"}) }),
		"getWorkspaceLocations":   about(ok, func(n names) apptest.Request { return get(inBench(n, "/locations")) }),
		"setWorkspaceLocations": about(ok, func(n names) apptest.Request {
			return put(inBench(n, "/locations"), object{"locations": []string{"WORK", "MART"}, "defaultStorageLocation": "WORK"})
		}),
	}
}

// The makers below put something of its own into the workspace of the world.

func freshNode(w *world, n *names, _ apptest.Person) {
	n.node = w.make(n, "/nodes", object{"nodeType": "Stage", "name": w.freshText(), "locationName": "WORK"})
}

// freshQuery is a node whose rows need no table.
func freshQuery(w *world, n *names, _ apptest.Person) {
	n.node = w.make(n, "/nodes", object{"nodeType": "StageSQL", "name": w.freshText(), "locationName": "WORK", "sql": "SELECT 1 AS id"})
}

func freshJob(w *world, n *names, _ apptest.Person) {
	n.job = w.make(n, "/jobs", object{"name": w.freshText(), "includeSelector": "{ * }", "excludeSelector": ""})
}

func freshSubgraph(w *world, n *names, _ apptest.Person) {
	n.subgraph = w.make(n, "/subgraphs", object{"name": w.freshText(), "steps": []string{}})
}

func freshNodeType(w *world, n *names, _ apptest.Person) {
	n.nodeType = w.Put(w.admin.Token, inBench(*n, "/nodeTypes/"+w.freshText()), object{"name": "Own", "spec": "capitalized: Own\n"}).
		Want(http.StatusOK).Field("id")
}

func (w *world) make(n *names, rest string, body object) string {
	return w.Post(w.admin.Token, inBench(*n, rest), body).Want(http.StatusCreated).Field("id")
}
