// Package deploy deploys projects to environments: plans, deployments, resume, rollback.
//
//	commit | workspace | archive | earlier deployment
//	        │ files
//	        ▼
//	     Plans.Make ── compile ── observe the engine ── compare ──▶ Plan, frozen and stored
//	        │                                                         │ reviewed
//	        ▼                                                         ▼
//	     Plans.Deploy ──▶ a run of type deploy, executed like any other ──▶ states of its nodes, version + 1
//
// What it promises:
//
//   - A plan contains every statement. Deploying it sends those and no others.
//   - A plan is for one version of its environment. It is rejected once the version has changed: by another deployment, or by
//     a change of mappings, connection or parameters.
//   - A destructive plan is deployed only if the caller confirms it, and as long as the losses are not clearly more than the
//     plan lists. Planning again must return the same plan: for each deploy and resume request, and when the run starts.
//   - An object that another environment deployed over the same connection is neither changed nor dropped.
//   - A node's stored state changes with the end of the run that changed its object, in one transaction. Completed steps stay
//     completed when a deployment fails; it can be resumed, or planned again.
//   - A rollback plans the files of an earlier deployment against the current state.
//
// Package difference decides how nodes change; package runner executes the run.
package deploy
