/**
 * Recombine (the reduce phase): the split artifacts of several builds, the shards, become the
 * artifacts of packages.
 *
 * <p>For each component {@link org.kpackworkbench.model.operation.recombine.Recombine} writes the
 * generic artifact of the primary shard, without manifests of archives, and one artifact for each
 * group of architectures, with the archives and database files of all shards and a manifest that
 * lists all of them.
 *
 * <p>The request is checked as a whole first: with an error in the configuration, a missing primary
 * shard, a component that no shard has or an existing output, nothing is written. After that
 * components are independent: one that fails is reported, nothing of it is written, and the others
 * finish.
 */
package org.kpackworkbench.model.operation.recombine;
