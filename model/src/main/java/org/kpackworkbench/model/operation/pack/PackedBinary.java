package org.kpackworkbench.model.operation.pack;

import java.nio.file.Path;
import org.kpackworkbench.model.operation.hostonly.ConvertReport;

/**
 * A binary that was converted, or was host-only already.
 *
 * @param planned what was planned for it
 * @param file where it is now
 * @param report what was done
 */
public record PackedBinary(PlannedBinary planned, Path file, ConvertReport report) {}
