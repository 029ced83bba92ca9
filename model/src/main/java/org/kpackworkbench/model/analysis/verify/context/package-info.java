/**
 * What lies around a file that is verified: the artifact or tree it belongs to, other artifacts of
 * the same shard, and the archives that a loader would find for it.
 */
@org.jspecify.annotations.NullMarked
package org.kpackworkbench.model.analysis.verify.context;
