package org.kpackworkbench.views.robot;

import com.sun.glass.ui.Application;
import com.sun.glass.ui.Pixels;
import com.sun.glass.ui.PlatformFactory;
import com.sun.glass.ui.View;
import com.sun.glass.ui.headless.HeadlessApplication;
import com.sun.glass.ui.headless.HeadlessPlatformFactory;
import com.sun.glass.ui.headless.HeadlessView;
import java.lang.reflect.Field;

/**
 * The headless platform without frames on a screen. Windows are laid out as ever, and snapshots are
 * drawn and show them; only the platform's screen, which no test reads, stays empty. Drawing for it
 * is a sixth of what tests with a window do. And the platform copies frames one pixel at a time,
 * and fails for windows that reach over an edge of its screen.
 */
final class UnseenScreen extends HeadlessPlatformFactory {
  /** To be called before JavaFX starts. Does nothing if a real window system is requested. */
  static void use() {
    if (!"Headless".equals(System.getProperty("glass.platform"))) {
      return;
    }
    try {
      Field used = PlatformFactory.class.getDeclaredField("instance");
      used.setAccessible(true);
      used.set(null, new UnseenScreen());
    } catch (ReflectiveOperationException other) {
      throw new IllegalStateException("another JavaFX than expected", other);
    }
  }

  @Override
  public Application createApplication() {
    return new HeadlessApplication() {
      @Override
      public View createView() {
        return new HeadlessView() {
          /** Only the painter calls this, and leaves out frames of what is closed. */
          @Override
          public boolean isClosed() {
            return true;
          }

          @Override
          protected void _uploadPixels(long view, Pixels frame) {}
        };
      }
    };
  }
}
