/**
 * The context of a verified file: its position in an artifact or tree, the other artifacts of the
 * same shard, the archives that a loader would find for it, and the original binary from which it
 * was converted. {@code VerifyContext} answers these questions; {@code OpenArchives} keeps a
 * limited number of archives open for all threads.
 */
package org.kpackworkbench.model.analysis.verify.context;
