package org.kpackworkbench.model.operation.restore;

import java.util.List;
import org.kpackworkbench.model.format.hostonly.BundleForm;

/**
 * A bundle that was put back.
 *
 * @param address its virtual address
 * @param sizeBytes its size as stored
 * @param form how it is stored
 * @param entryIds the ids of its entries in their order, the host's included; empty for a bare code
 *     object
 * @param wrappers the indices of the wrappers that point to it
 */
public record RestoredBundle(
    long address, long sizeBytes, BundleForm form, List<String> entryIds, List<Integer> wrappers) {}
