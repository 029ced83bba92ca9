package org.kpackworkbench.views.kit.hex;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HexColumnsTest {
  @ParameterizedTest
  @CsvSource({"8, 0", "16, 0", "16, 12", "32, 12"})
  void everyPointOfACellLeadsToItsByte(int bytesPerRow, int addressDigits) {
    HexColumns columns = new HexColumns(0, 7.5, bytesPerRow, 8, addressDigits);
    for (int i = 0; i < bytesPerRow; i++) {
      assertThat(columns.columnAt(columns.hexCellX(i) + 0.1)).hasValue(i);
      assertThat(columns.columnAt(columns.hexX(i))).hasValue(i);
      assertThat(columns.columnAt(columns.hexCellX(i + 1) - 0.1)).hasValue(i);
      assertThat(columns.columnAt(columns.asciiX(i) + 0.1)).hasValue(i);
      assertThat(columns.columnAt(columns.asciiX(i + 1) - 0.1)).hasValue(i);
    }
    assertThat(columns.columnAt(columns.offsetX())).isEmpty();
    assertThat(columns.columnAt(1e6)).hasValue(bytesPerRow - 1);
  }

  @ParameterizedTest
  @CsvSource({"8, 0", "16, 12", "32, 0"})
  void columnsFollowOneAnother(int bytesPerRow, int addressDigits) {
    HexColumns columns = new HexColumns(0, 7.5, bytesPerRow, 8, addressDigits);
    assertThat(columns.offsetX() + 8 * 7.5).isLessThan(columns.gutterX());
    assertThat(columns.gutterX() + HexColumns.GUTTER_PIXELS)
        .isLessThanOrEqualTo(columns.hexCellX(0));
    assertThat(columns.hexCellX(bytesPerRow)).isLessThan(columns.asciiX(0));
    assertThat(columns.asciiX(bytesPerRow)).isLessThan(columns.labelX());
  }
}
