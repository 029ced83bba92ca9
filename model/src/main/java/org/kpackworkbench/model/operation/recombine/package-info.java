/**
 * Recombining (the reduce phase): the split artifacts of several builds, the shards, become the
 * artifacts of packages.
 *
 * <p>For each component {@link org.kpackworkbench.model.operation.recombine.Recombining} writes the
 * generic artifact of the primary shard, without manifests of archives, and one artifact for each
 * group of architectures, with the archives and database files of all shards and a manifest that
 * lists all of them.
 *
 * <p>What is asked for has to make sense as a whole: a configuration with an error, a primary shard
 * that is missing, a component that nobody has or an output that is there already stop everything,
 * and nothing is written. After that components stand for themselves: one that fails is reported,
 * of it nothing is written, and the others finish.
 */
package org.kpackworkbench.model.operation.recombine;
