package org.kpackworkbench.model.operation.convert;

import java.util.List;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PackedArchive;
import org.kpackworkbench.model.operation.hostonly.ConvertReport;
import org.kpackworkbench.model.operation.output.Finding;

/**
 * What a conversion did.
 *
 * @param binary the binary before and after
 * @param archives the archives that were written
 * @param dropped targets that were left out
 * @param findings what else is to be known
 * @param upToDate whether all of it was there already, and nothing was written
 */
public record ConversionReport(
    ConvertReport binary,
    List<PackedArchive> archives,
    List<DroppedTarget> dropped,
    List<Finding> findings,
    boolean upToDate) {
  public ConversionReport {
    archives = List.copyOf(archives);
    dropped = List.copyOf(dropped);
    findings = List.copyOf(findings);
  }
}
