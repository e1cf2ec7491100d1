// Package deploy brings projects into environments: plans, deployments, resuming, rolling back.
//
//	commit | workspace | archive | earlier deployment
//	        │ files
//	        ▼
//	     Plans.Make ── compile ── look at the engine ── compare ──▶ Plan, frozen and stored
//	        │                                                         │ reviewed
//	        ▼                                                         ▼
//	     Plans.Deploy ──▶ a run of type deploy, carried out like any other ──▶ states of its nodes, version + 1
//
// What it promises:
//
//   - A plan holds every statement. Deploying it sends those and no others.
//   - A plan is made from one version of its environment, and refused when that has moved: by another deployment, or by a
//     change of mappings, connection or parameters.
//   - What destroys something is deployed only when that was confirmed, and as long as it is not clearly more than the plan
//     says. To plan again must give the same: when a deploy or a resume is asked for, and when its run begins.
//   - What another environment has deployed over the same connection is neither changed nor dropped.
//   - A node's stored state changes with the end of the run that changed its object, in one transaction. Steps that were
//     done stay done when a deployment fails; it can be resumed, or planned anew.
//   - To roll back is to plan the files of an earlier deployment against the present state.
//
// What changes how a node becomes another one is in package difference; who does the work is in package runner.
package deploy
