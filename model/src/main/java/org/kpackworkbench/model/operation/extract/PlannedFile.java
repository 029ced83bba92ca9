package org.kpackworkbench.model.operation.extract;

import java.nio.file.Path;

/**
 * A file that an extraction would write.
 *
 * @param row the row in the source
 * @param binary the binary's name
 * @param index the wrapper's index
 * @param target the target as it is written in the source
 * @param path the file
 * @param sizeBytes the size that the source declares; -1 where that is not known
 * @param exists whether a file of that name is there already
 */
public record PlannedFile(
    int row, String binary, int index, String target, Path path, long sizeBytes, boolean exists) {}
