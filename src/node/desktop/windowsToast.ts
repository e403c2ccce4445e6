// Windows shows toasts only of programs that it knows; PowerShell is one everywhere. No double quote may be in a script.
const app = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe';

const toasts = `$ErrorActionPreference = 'Stop'
$null = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$null = [Windows.Data.Xml.Dom.XmlDocument, Windows.Data.Xml.Dom.XmlDocument, ContentType = WindowsRuntime]
$app = '${app}'`;

/** The script that shows a toast. All its words come from variables, and are put in as text. */
export const showToast = `${toasts}
$xml = New-Object System.Xml.XmlDocument
$xml.LoadXml('<toast><visual><binding template=''ToastGeneric''><text/><text/></binding></visual><audio/></toast>')
if ($env:BECKON_LINK) {
  $xml.DocumentElement.SetAttribute('activationType', 'protocol')
  $xml.DocumentElement.SetAttribute('launch', $env:BECKON_LINK)
}
$xml.SelectSingleNode('//text[1]').InnerText = $env:BECKON_TITLE
$xml.SelectSingleNode('//text[2]').InnerText = $env:BECKON_BODY
$xml.SelectSingleNode('//audio').SetAttribute('silent', $env:BECKON_SILENT)
$toastXml = New-Object Windows.Data.Xml.Dom.XmlDocument
$toastXml.LoadXml($xml.OuterXml)
$toast = New-Object Windows.UI.Notifications.ToastNotification $toastXml
$toast.Tag = $env:BECKON_TAG
$toast.Group = 'beckon'
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show($toast)`;

/** The script that takes a toast back. */
export const removeToast = `${toasts}
[Windows.UI.Notifications.ToastNotificationManager]::History.Remove($env:BECKON_TAG, 'beckon', $app)`;
