package contract_test

import (
	"maps"
	"net/http"

	"github.com/millrace/millrace/internal/apptest"
)

func inWorkspace(n names, rest string) string { return "/api/v1/workspaces/" + n.workspace + rest }

func workspaceOperations() map[string]operationCase {
	const path = "/api/v1/workspaces"
	all := map[string]operationCase{
		"listWorkspaces": listed(path),
		"createWorkspace": about(created, func(n names) apptest.Request {
			return post(path, object{"project": n.project, "name": n.fresh})
		}),
		"getWorkspace": about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "")) }),
		"updateWorkspace": about(ok, func(n names) apptest.Request {
			return patch(inWorkspace(n, ""), object{"name": n.fresh, "parameters": object{"day": 1}})
		}),
		"deleteWorkspace": about(gone, func(n names) apptest.Request { return del(inWorkspace(n, "")) }).with(freshWorkspace),
	}
	for _, part := range []map[string]operationCase{nodeOperations(), selectionOperations(), definitionOperations()} {
		maps.Copy(all, part)
	}
	return all
}

// nodeOperations are the operations on the nodes of a workspace.
func nodeOperations() map[string]operationCase {
	node := func(n names, rest string) string { return inWorkspace(n, "/nodes/"+n.node+rest) }
	return map[string]operationCase{
		"matchWorkspaceNodes": about(ok, func(n names) apptest.Request {
			return post(inWorkspace(n, "/matches"), object{"includeSelector": "{ * }", "limit": 2})
		}).with(freshNode),
		"getWorkspaceGraph":  about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "/graph")) }).with(freshNode),
		"validateWorkspace":  about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "/validation")) }),
		"listWorkspaceNodes": about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "/nodes?detail=true")) }).with(freshNode),
		"createWorkspaceNode": about(created, func(n names) apptest.Request {
			return post(inWorkspace(n, "/nodes"), object{"nodeType": "View", "predecessorNodeIDs": []string{n.node}})
		}).with(freshNode),
		"getWorkspaceNode": about(ok, func(n names) apptest.Request { return get(node(n, "")) }).with(freshNode),
		"setWorkspaceNode": about(ok, func(n names) apptest.Request {
			return put(node(n, ""), object{"name": n.fresh, "nodeType": "Stage", "locationName": "WORK", "table": "ignored"})
		}).with(freshNode),
		"deleteWorkspaceNode": about(gone, func(n names) apptest.Request { return del(node(n, "")) }).with(freshNode),
		"renameWorkspaceNode": about(ok, func(n names) apptest.Request { return post(node(n, "/rename"), object{"name": n.fresh}) }).with(freshNode),
		"getConnectionCatalog": about(ok, func(n names) apptest.Request {
			return get(inWorkspace(n, "/catalog"))
		}),
		"previewNodeSQL":  about(ok, func(n names) apptest.Request { return get(node(n, "/sql")) }).with(freshNode),
		"previewNodeData": about(ok, func(n names) apptest.Request { return get(node(n, "/data?limit=2")) }).with(freshQuery),
		"previewNodeDraft": about(ok, func(n names) apptest.Request {
			return post(node(n, "/draft"), object{"node": object{"name": n.fresh, "nodeType": "Stage", "locationName": "WORK"}})
		}).with(freshNode),
		"previewDraftData": about(ok, func(n names) apptest.Request {
			return post(node(n, "/draft/data?limit=2"), object{"name": n.fresh, "nodeType": "StageSQL", "sql": "SELECT 2 AS id"})
		}).with(freshQuery),
		"getNodeLineage": about(ok, func(n names) apptest.Request { return get(node(n, "/lineage")) }).with(freshNode),
	}
}

// selectionOperations are the operations on jobs and subgraphs.
func selectionOperations() map[string]operationCase {
	job := object{"name": "nightly", "includeSelector": "{ * }", "excludeSelector": ""}
	subgraph := object{"name": "core", "steps": []string{}}
	return map[string]operationCase{
		"listWorkspaceJobs":       about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "/jobs")) }),
		"createWorkspaceJob":      about(created, func(n names) apptest.Request { return post(inWorkspace(n, "/jobs"), job) }),
		"getWorkspaceJob":         about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "/jobs/"+n.job)) }).with(freshJob),
		"updateWorkspaceJob":      about(ok, func(n names) apptest.Request { return put(inWorkspace(n, "/jobs/"+n.job), job) }).with(freshJob),
		"deleteWorkspaceJob":      about(gone, func(n names) apptest.Request { return del(inWorkspace(n, "/jobs/"+n.job)) }).with(freshJob),
		"listWorkspaceSubgraphs":  about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "/subgraphs")) }),
		"createWorkspaceSubgraph": about(created, func(n names) apptest.Request { return post(inWorkspace(n, "/subgraphs"), subgraph) }),
		"getWorkspaceSubgraph":    about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "/subgraphs/"+n.subgraph)) }).with(freshSubgraph),
		"updateWorkspaceSubgraph": about(ok, func(n names) apptest.Request { return put(inWorkspace(n, "/subgraphs/"+n.subgraph), subgraph) }).with(freshSubgraph),
		"deleteWorkspaceSubgraph": about(gone, func(n names) apptest.Request { return del(inWorkspace(n, "/subgraphs/"+n.subgraph)) }).with(freshSubgraph),
	}
}

// definitionOperations are the operations on node types, macros and locations.
func definitionOperations() map[string]operationCase {
	kind := object{"name": "Own", "spec": "capitalized: Own\nshort: OWN\n", "create": "", "run": ""}
	return map[string]operationCase{
		"listWorkspaceNodeTypes":  about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "/nodeTypes")) }),
		"getWorkspaceNodeType":    about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "/nodeTypes/Stage")) }),
		"setWorkspaceNodeType":    about(ok, func(n names) apptest.Request { return put(inWorkspace(n, "/nodeTypes/"+n.fresh), kind) }),
		"deleteWorkspaceNodeType": about(gone, func(n names) apptest.Request { return del(inWorkspace(n, "/nodeTypes/"+n.nodeType)) }).with(freshNodeType),
		"getWorkspaceMacros":      about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "/macros")) }),
		"setWorkspaceMacros": about(ok, func(n names) apptest.Request {
			return put(inWorkspace(n, "/macros"), object{"macroString": "{# none #}"})
		}),
		"getWorkspaceLocations": about(ok, func(n names) apptest.Request { return get(inWorkspace(n, "/locations")) }),
		"setWorkspaceLocations": about(ok, func(n names) apptest.Request {
			return put(inWorkspace(n, "/locations"), object{"locations": []string{"WORK", "MART"}, "defaultStorageLocation": "WORK"})
		}),
	}
}

// The functions below create a new object in the workspace of the fixture.

func freshNode(w *apiFixture, n *names, _ apptest.Person) {
	n.node = w.make(n, "/nodes", object{"nodeType": "Stage", "name": w.freshText(), "locationName": "WORK"})
}

// freshQuery creates a node whose rows need no table.
func freshQuery(w *apiFixture, n *names, _ apptest.Person) {
	n.node = w.make(n, "/nodes", object{"nodeType": "StageSQL", "name": w.freshText(), "locationName": "WORK", "sql": "SELECT 1 AS id"})
}

func freshJob(w *apiFixture, n *names, _ apptest.Person) {
	n.job = w.make(n, "/jobs", object{"name": w.freshText(), "includeSelector": "{ * }", "excludeSelector": ""})
}

func freshSubgraph(w *apiFixture, n *names, _ apptest.Person) {
	n.subgraph = w.make(n, "/subgraphs", object{"name": w.freshText(), "steps": []string{}})
}

func freshNodeType(w *apiFixture, n *names, _ apptest.Person) {
	n.nodeType = w.Put(w.admin.Token, inWorkspace(*n, "/nodeTypes/"+w.freshText()), object{"name": "Own", "spec": "capitalized: Own\n"}).
		Want(http.StatusOK).Field("id")
}

func (w *apiFixture) make(n *names, rest string, body object) string {
	return w.Post(w.admin.Token, inWorkspace(*n, rest), body).Want(http.StatusCreated).Field("id")
}
